"""A playtest in the terminal: a progress bar, then a table of measures; files are written when it ends."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from textwrap import shorten

from pyramidion.engine.errors import BadInput
from pyramidion.lab import report
from pyramidion.lab.changes import clear_differences
from pyramidion.lab.comparison import too_few
from pyramidion.lab.outputs import check_fresh, check_outputs, games_file
from pyramidion.lab.phrases import variety
from pyramidion.lab.playtest import Runner, Session
from pyramidion.lab.results import Comparison, Difference, Estimate, Measure, Playtest, SkillStep
from pyramidion.lab.settings import Settings
from pyramidion.terminal.interruption import ended_like_ctrl_c
from pyramidion.terminal.progress import Bar

LOCAL, REMOTE = "ray", "ray://"


@dataclass(frozen=True)
class Files:
    """What to write, and whether to go on with what was kept."""

    report: str | None = None
    json: str | None = None
    save: str | None = None
    resume: bool = False


def run(settings: Settings, files: Files, workers: int | None = None, on: str | None = None) -> bool:
    """Play, print the measures and write the files; False if interrupted."""
    check_outputs(files.report, files.json, files.save)
    kept = games_file(files.save, files.report, files.json)
    settings.plans()
    check_fresh(kept, files.resume)
    session = Session(settings, workers, kept, runner=_runner(on))
    complete = with_progress(session)
    found = session.results()
    write(found, files)
    print(playtest_text(found), flush=True)
    if complete and not files.save:
        session.forget()
    if not complete:
        again = " Add --resume to continue." if kept else ""
        print(f"pyramidion: interrupted after {session.done} of {session.total} games.{again}", file=sys.stderr)
    return complete


def _runner(on: str | None) -> Runner | None:
    """Where games are played, if not in processes of this machine."""
    if on is None:
        return None
    if on != LOCAL and not on.startswith(REMOTE):
        raise BadInput(f"'{on}' is not a cluster. Write --on {LOCAL}, or --on {REMOTE}HOST:PORT.")
    from pyramidion.lab.cluster import Cluster

    return Cluster(None if on == LOCAL else on)


def with_progress(session: Session) -> bool:
    """Play the remaining games with a progress bar on stderr; False if interrupted."""
    with ended_like_ctrl_c():
        try:
            with Bar("random games", session.settings.games) as bar:
                session.simulate(lambda done, of: bar.reach(done))
            with Bar("games", session.total, done=session.done) as bar, closing(session.play()) as games:
                for _ in games:
                    bar.reach(session.done)
        except KeyboardInterrupt:
            return False
    return True


def write(found: Playtest, files: Files) -> None:
    if files.json:
        found.write(files.json)
    if files.report:
        report.write(found, files.report)


def playtest_text(found: Playtest) -> str:
    """The measures as a table, then what was compared."""
    by = " and ".join(found.players) + (" against itself" if len(found.players) == 1 else "")
    counts = f"{found.games} of {found.asked} games"
    lines = [f"{found.title}, {found.game}: {counts}, {by}, seed {found.seed}"]
    lines += filter(None, [variety(found)])
    topic = ""
    for measure in found.measures:
        if measure.topic != topic:
            topic = measure.topic
            lines += ["", topic]
        lines += _measure_lines(measure, found.seats)
    lines += _ending_lines(found)
    if found.skill:
        lines += ["", "skill: what twice the thinking wins", *(_skill_line(step) for step in found.skill)]
    if found.comparison:
        lines += _comparison_lines(found.comparison)
    if found.origin.values:
        lines += ["", f"Values ({found.origin.valued_games} games): {found.origin.values}"]
    return "\n".join([*lines, *(f"  forfeited: {fault}" for fault in found.faults[:3])])


def _measure_lines(measure: Measure, seats: tuple[str, ...]) -> list[str]:
    lines = [f"  {measure.title:46} {shown(measure.estimate, measure.unit)}"]
    if len(measure.by_seat) > 1:
        pairs = zip(seats, measure.by_seat, strict=False)
        lines += [f"    {seat:44} {shown(estimate, measure.unit)}" for seat, estimate in pairs]
    return lines


def shown(estimate: Estimate, unit: str) -> str:
    """A number with its interval."""
    if estimate.value is None:
        return "nothing to measure"
    interval = "" if estimate.low is None else f"  [{_number(estimate.low, unit)}, {_number(estimate.high, unit)}]"
    name = "" if unit == "share" else " points in 100" if unit == "points" else f" {unit}"
    return f"{_number(estimate.value, unit)}{name}{interval}"


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    if unit == "share":
        return f"{value:.1%}"
    return f"{100 * value:.1f}" if unit == "points" else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _ending_lines(found: Playtest) -> list[str]:
    rows = [
        f"  {ending.ruling or '-':4} {shown(ending.share, 'share'):26} {shorten(ending.says, 80, placeholder=' ...')}"
        for ending in found.endings
    ]
    return ["", "endings by ruling", *rows]


def _skill_line(step: SkillStep) -> str:
    return f"  {step.stronger} against {step.weaker}: {shown(step.share, 'share')}"


def _comparison_lines(found: Comparison) -> list[str]:
    head = f"compared with {found.baseline}, {found.tests} differences, corrected after {found.correction}"
    lines = ["", head]
    for variant in found.variants:
        lines.append(f"  {variant.label}: {variant.games} games")
        clear = clear_differences(variant)
        lines += [f"    {_difference_line(difference, variant.measures)}" for difference in clear]
        if not clear:
            lines.append("    too few games to say" if too_few(variant) else "    no clear difference")
    return lines


def _difference_line(difference: Difference, measures: tuple[Measure, ...]) -> str:
    measure = next(measure for measure in measures if measure.key == difference.key)
    before, after = (_number(one.value, measure.unit) for one in (difference.baseline, difference.variant))
    low, high = (_signed(limit, measure.unit) for limit in (difference.difference.low, difference.difference.high))
    name = "points in 100" if measure.unit in ("share", "points") else measure.unit
    return f"{measure.title}: {before} -> {after}, difference [{low}, {high}] {name}"


def _signed(value: float | None, unit: str) -> str:
    return "" if value is None else f"{100 * value:+.1f}" if unit in ("share", "points") else f"{value:+.2f}"
