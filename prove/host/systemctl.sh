#!/bin/bash
# A stand-in for systemctl in a chroot, where systemd cannot run: it starts what a unit starts, as the unit's user and with its
# settings, and stops it. It holds the sockets of socket units and hands them over; a timer is only looked up.
set -eu
state=/run/units
mkdir -p "$state"

# Prints a unit with its drop-ins.
unit() {
  for folder in /etc/systemd/system /usr/lib/systemd/system /lib/systemd/system; do
    [ -f "$folder/$1" ] || continue
    cat "$folder/$1" /etc/systemd/system/"$1".d/*.conf 2>/dev/null || :
    return 0
  done
  echo "Unit $1 not found." >&2
  return 5
}

# Prints the values of a key of a unit, one a line; `value` the last one.
values() { unit "$1" | sed -n "s/^$2=//p"; }
value() { values "$1" "$2" | tail -n 1; }

# Prints a key's capabilities as setpriv(1) takes them.
capabilities() { value "$1" "$2" | tr 'A-Z ' 'a-z,' | sed 's/cap_/+/g'; }

running() { [ -s "$state/$1" ] && kill -0 "$(cat "$state/$1")" 2>/dev/null; }

# Listens on an address like 127.0.0.1:3000 as long as it lives; writes its own number into a file once it does.
listen='
  my ($address, $file) = @ARGV;
  my ($host, $port) = split /:/, $address;
  my $socket;
  socket($socket, PF_INET, SOCK_STREAM, 0) && setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1) or die $!;
  bind($socket, pack_sockaddr_in($port, inet_aton($host))) && listen($socket, 4096) or die "$address: $!\n";
  POSIX::dup2(fileno $socket, 3) if fileno $socket != 3;
  open(my $written, ">", $file) or die $!;
  print $written $$;
  close $written;
  sleep;
'

# Takes descriptor 3 of a process by pidfd_getfd(2), and becomes a command that finds it there, as sd_listen_fds(3) says.
hand_over='
  my $process = syscall(434, shift(@ARGV) + 0, 0);
  my $socket = syscall(438, $process, 3, 0);
  die "no socket: $!\n" if $socket < 0;
  $^F = 3;
  POSIX::dup2($socket, 3);
  $ENV{LISTEN_PID} = $$;
  $ENV{LISTEN_FDS} = 1;
  exec @ARGV or die $!;
'

start_socket() {
  setsid perl -MSocket -MPOSIX -e "$listen" "$(value "$1" ListenStream)" "$state/$1" </dev/null &>"/var/log/$1.log" &
  for _ in {1..50}; do
    [ -s "$state/$1" ] && return
    sleep 0.1
  done
  cat "/var/log/$1.log" >&2
  return 1
}

start_service() {
  local unit=$1 socket=${1%.service}.socket user environment=() capabilities command file
  user=$(value "$unit" User)
  mapfile -t environment < <(values "$unit" Environment)
  for file in $(values "$unit" EnvironmentFile); do
    [ ! -f "${file#-}" ] || mapfile -t -O "${#environment[@]}" environment < <(grep -v '^#' "${file#-}")
  done
  capabilities=$(capabilities "$unit" AmbientCapabilities)
  [ -z "$capabilities" ] || capabilities="--inh-caps=$capabilities --ambient-caps=$capabilities"
  [ -z "$(unit "$unit" | grep ^CapabilityBoundingSet=)" ] ||
    capabilities="--bounding-set=$(echo "-all,$(capabilities "$unit" CapabilityBoundingSet)" | sed 's/,$//')"
  command="umask $(value "$unit" UMask | grep . || echo 0022); exec $(value "$unit" ExecStart)"
  set -- setpriv --reuid="${user:-root}" --regid="${user:-root}" --init-groups \
    $capabilities bash -c "$command"
  if [ "$(value "$unit" Requires)" = "$socket" ]; then
    start "$socket"
    set -- perl -MPOSIX -e "$hand_over" "$(cat "$state/$socket")" "$@"
  fi
  set -- env --ignore-environment --chdir="$(value "$unit" WorkingDirectory | grep . || echo /)" PATH="$PATH" \
    HOME="$(getent passwd "${user:-root}" | cut -d: -f6)" "${environment[@]}" "$@"
  if [ "$(value "$unit" Type)" = oneshot ]; then
    "$@"
    return
  fi
  setsid "$@" </dev/null &>>"/var/log/$unit.log" &
  echo $! >"$state/$unit"
}

start() {
  running "$1" && return
  case $1 in
    *.socket) start_socket "$1" ;;
    *.timer) unit "$1" >/dev/null ;;
    *) start_service "$1" ;;
  esac
}

stop() {
  running "$1" || return 0
  kill "$(cat "$state/$1")"
  while running "$1"; do sleep 0.1; done
  rm -f "$state/$1"
}

action=$1
shift
units=()
for word in "$@"; do
  case $word in
    --now) now=yes ;;
    *.*) units+=("$word") ;;
    *) units+=("$word.service") ;;
  esac
done
for unit in "${units[@]}"; do
  case $action in
    start) start "$unit" ;;
    stop) stop "$unit" ;;
    restart) stop "$unit"; start "$unit" ;;
    try-restart) ! running "$unit" || { stop "$unit"; start "$unit"; } ;;
    disable) [ -z "${now:-}" ] || stop "$unit" ;;
    enable)
      [ -n "$(value "$unit" WantedBy)" ] || { echo "$unit has nothing to be started by." >&2; exit 1; }
      [ -z "${now:-}" ] || start "$unit"
      ;;
    *) echo "The stand-in for systemctl knows no $action." >&2; exit 2 ;;
  esac
done
[ "$action" = daemon-reload ] || [ "${#units[@]}" -gt 0 ]
