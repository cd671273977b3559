#!/bin/sh
# Runs a command and the servers of this checkout at another time of day: tools/at-clock.sh 23:30 pnpm test
# The time is that of Shanghai, the next one to come, or on a given day: tools/at-clock.sh 2027-02-28T23:30 pnpm test
# The clock continues from there. The servers are stopped before and afterwards, so that none keeps the changed clock.
# Needs the Debian package "faketime".
#
# The other clock is always ahead of the machine's, never behind. The library returns the machine's time to a signal
# handler that interrupts a reading of the clock, and PostgreSQL's handler for its timeouts often does that. If that
# time is later, every timeout seems to be over, and connections that were not idle end "due to idle-in-transaction
# timeout".
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -gt 1 ] || { echo "usage: tools/at-clock.sh [YYYY-MM-DDT]HH:MM COMMAND [ARGUMENT…]" >&2; exit 2; }
library=$(ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null | head -n 1)
[ -n "$library" ] || { echo "at-clock: apt-get install faketime" >&2; exit 2; }

wanted=$1
shift
case $wanted in
  *T*) moment=$(TZ=Asia/Shanghai date -d "$(echo "$wanted" | tr T ' ')" +%s) ;;
  *)
    moment=$(TZ=Asia/Shanghai date -d "$(TZ=Asia/Shanghai date +%F) $wanted" +%s)
    [ "$moment" -gt "$(date +%s)" ] || moment=$((moment + 24 * 3600))
    ;;
esac
offset=$((moment - $(date +%s)))
[ "$offset" -ge 0 ] || { echo "at-clock: $wanted is over; give a day to come" >&2; exit 2; }

stack() { "$here/bin/stack" "$@" >/dev/null; }
stack down
trap 'stack down' EXIT
# Redis does not start with the library, and does not need it: it only counts seconds.
stack up redis

# An offset instead of a frozen time; the monotonic clock of timers is not changed.
status=0
env LD_PRELOAD="$library" FAKETIME="$(printf '%+d' "$offset")" FAKETIME_DONT_FAKE_MONOTONIC=1 "$@" || status=$?
exit $status
