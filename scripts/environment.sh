# Sourced by ./start and ./test: makes .venv with what is needed, once.

unset PYTHONDONTWRITEBYTECODE # many processes start; each would translate all files again

find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Pyramidion needs Python 3.11 or newer. Install it, or name it: PYTHON=/path/to/python $0" >&2
    return 1
}

# $1 says what should be installed: "." or ".[test]".
is_installed() {
    [ -x .venv/bin/python ] && cat pyproject.toml constraints.txt | cmp -s - "$(stamp "$1")"
}

stamp() {
    printf .venv/.installed-
    printf %s "$1" | tr -c 'a-z' '-'
}

make_environment() {
    is_installed "$1" && return
    make_venv || return 1
    echo "Installing what is needed into .venv (once) ..." >&2
    pip_install -e "$1" || return 1
    cat pyproject.toml constraints.txt >"$(stamp "$1")"
}

# Installs what the core of the package depends on, but not the package itself.
install_core() {
    make_venv || return 1
    echo "Installing the core's dependencies into .venv (once) ..." >&2
    wanted='import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"])'
    pip_install $(.venv/bin/python -c "$wanted")
}

make_venv() {
    if [ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1; then
        return 0
    fi
    python=$(find_python) || return 1
    echo "Making .venv ..." >&2
    "$python" -m venv --clear .venv || {
        echo "Python's venv is missing. On Debian: apt-get install python3-venv" >&2
        return 1
    }
}

pip_install() {
    .venv/bin/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt "$@"
}

has() {
    command -v "$1" >/dev/null 2>&1
}

has_browser() {
    has chromium-headless-shell || has chromium || has google-chrome
}

has_postgresql() {
    has postgres || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1
}

# Installs the Debian packages of programs that the tests need and that are not there: a browser and PostgreSQL. The
# browser without windows needs half the time of the usual one, which does as well where Debian has no other.
need_test_programs() {
    if has_browser && has_postgresql && { has chromium-headless-shell || [ "$(id -u)" -ne 0 ]; }; then
        return 0
    fi
    packages=$(missing_packages chromium-headless-shell)
    echo "Installing $packages (once) ..." >&2
    install_packages $packages && return 0
    packages=$(missing_packages chromium)
    [ -z "$packages" ] || install_packages $packages || {
        echo "The tests need these programs: $packages. Install them, on Debian: apt-get install $packages" >&2
        return 1
    }
}

# $1 is the package of the browser.
missing_packages() {
    has "$1" || { [ "$1" = chromium ] && has_browser; } || printf "%s " "$1"
    has_postgresql || printf "postgresql"
}

install_packages() {
    as_root=""
    [ "$(id -u)" -eq 0 ] || as_root="sudo"
    { patiently $as_root apt-get update -qq && patiently $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null
}

# Runs a command of apt; while another program holds its lock, waits up to ten minutes.
patiently() {
    tries=120
    while ! problem=$("$@" 2>&1); do
        case "$problem" in
        *"Could not get lock"* | *"Unable to acquire"* | *"Unable to lock"*) ;;
        *) tries=0 ;;
        esac
        if [ "$tries" -le 0 ]; then
            echo "$problem" >&2
            return 1
        fi
        [ "$tries" -lt 120 ] || echo "Another program is installing packages; waiting for it ..." >&2
        tries=$((tries - 1))
        sleep 5
    done
}
