# What the scripts of this folder share; they source it.

export DEBIAN_FRONTEND=noninteractive

# Standard output carries lines to evaluate, so everything for people goes to standard error.
progress() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
  progress "$*"
  exit 1
}

# install_packages PACKAGE…: those that are missing, without what they only recommend.
install_packages() {
  local package missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] && return
  {
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
  } >&2
}

# state_directory NAME [PARENT]: where an engine called NAME keeps everything it has, as the kernel's mount table spells it.
state_directory() { realpath -m -- "${2:-${QUARRY_CI_STATE:-${TMPDIR:-/tmp}/quarry-ci-state}}/$1"; }

# Others may write in the temporary folder: what lies at this name already has to be ours.
make_state_directory() {
  mkdir -p -m 700 "${1%/*}" "$1"
  [[ -O ${1%/*} && -O $1 ]] || fail "$1 or the folder around it belongs to someone else; name another state directory"
  # The kernel takes 107 bytes for a socket's path, and containerd's lies deeper than ours.
  [[ ${#1} -le 70 ]] || fail "the path $1 is too long for a socket below it; name a shorter state directory"
}

# The process of a pid file, if it still is the one that was started on this state directory and not a later namesake.
process_of() {
  local pid
  [[ -s $1 ]] && pid=$(<"$1") && grep -qsF -- "${1%/*}" "/proc/$pid/cmdline" && echo "$pid"
}

# await_socket SOCKET PID LOG: until the engine answers; when it dies, or says nothing for a minute, its log tells why.
await_socket() {
  local deadline=$((SECONDS + 60))
  until docker -H "unix://$1" version >/dev/null 2>&1; do
    if ! kill -0 "$2" 2>/dev/null || ((SECONDS > deadline)); then
      tail -n 20 "$3" >&2
      fail "no engine answers at $1; the end of its log, $3, is above"
    fi
    sleep 0.2
  done
}

# end_process PID: asks, waits 30 seconds, then insists.
end_process() {
  local deadline=$((SECONDS + 30))
  kill "$1" 2>/dev/null || return 0
  while kill -0 "$1" 2>/dev/null; do
    ((SECONDS < deadline)) || kill -KILL "$1" 2>/dev/null || true
    sleep 0.1
  done
}

# end_leftovers STATE: what an engine that was killed leaves running: the monitor of each container, and the container, its
# child. Monitors are told from everyone else's by the state directory on their command line.
end_leftovers() {
  local process monitor
  for process in /proc/[0-9]*; do
    grep -qsxE 'containerd-shim|conmon' "$process/comm" && grep -qsF -- "$1/" "$process/cmdline" || continue
    monitor=${process##*/}
    pkill -KILL -P "$monitor" || true
    kill -KILL "$monitor" 2>/dev/null || true
  done
}

# remove_tree DIRECTORY: what was killed leaves file systems mounted below, and removing there would empty those instead.
remove_tree() {
  local target
  awk '{ print $5 }' /proc/self/mountinfo | sort -r | while read -r target; do
    target=$(printf '%b' "$target")
    [[ $target == "$1"/* ]] && umount -- "$target"
  done || true
  rm -rf --one-file-system -- "$1"
}

remove_state_directory() {
  end_leftovers "$1"
  remove_tree "$1"
  rmdir -- "${1%/*}" 2>/dev/null || true
}
