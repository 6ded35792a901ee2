"""Games on a Ray cluster: the same games as anywhere else, since each follows from its task alone."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any

from pyramidion.engine.errors import PyramidionError, Unavailable
from pyramidion.engine.extras import extra
from pyramidion.lab.trials import Task, Trial, Trials

with extra("ray", "A Ray cluster"):
    import ray
    from ray.exceptions import RayError, RayTaskError

FOR_EVERY_CORE = 2  # games handed out at a time, so that no core waits


class Cluster:
    """Plays the games of a playtest on the Ray cluster at an address such as ray://host:10001, or on one that it starts
    on this machine. Games of workers that are lost are played again, elsewhere."""

    def __init__(self, address: str | None = None) -> None:
        self._address = address

    def __call__(self, trials: Trials, tasks: Iterator[Task], workers: int) -> Generator[Trial, None, None]:
        begun = self._connect(workers)
        try:
            yield from _play(trials, tasks)
        except RayTaskError as error:
            raise _reason(error) from error
        except (RayError, ConnectionError) as error:
            raise Unavailable(f"The Ray cluster failed: {_first_line(error)}. Add --resume to continue.") from error
        finally:
            if begun:
                ray.shutdown()

    def _connect(self, workers: int) -> bool:
        """Join the cluster, or start one here with a number of workers; False if this program had joined already."""
        if ray.is_initialized():
            return False
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
        if self._address is None:
            quiet |= {"num_cpus": max(1, workers), "include_dashboard": False}
        try:
            ray.init(self._address, **quiet)
        except Exception as error:  # Ray raises whatever its parts do
            raise Unavailable(
                f"Ray cannot be reached at {self._address or 'this machine'}: {_first_line(error)}."
            ) from error
        return True


def _play(trials: Trials, tasks: Iterator[Task]) -> Generator[Trial, None, None]:
    """A few games for every core at a time, more as they end."""
    remote = ray.remote(max_retries=-1)(_trial)
    shared = ray.put(trials)
    at_once = max(1, int(FOR_EVERY_CORE * ray.cluster_resources().get("CPU", 1)))
    running = [remote.remote(shared, task) for task in islice(tasks, at_once)]
    try:
        while running:
            (done, *_), running = ray.wait(running)
            running += [remote.remote(shared, task) for task in islice(tasks, 1)]
            yield ray.get(done)
    finally:
        for waiting in running:
            ray.cancel(waiting, force=True)


def _trial(trials: Trials, task: Task) -> Trial:
    return trials(task, lambda: False)


def _reason(error: RayTaskError) -> Exception:
    """Our own error, if that is what stopped a game."""
    cause = error.cause
    return cause if isinstance(cause, PyramidionError) else Unavailable(f"A game failed on Ray: {_first_line(cause)}.")


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
