#!/bin/sh
# Runs a command, and the servers of this checkout, with another time of day: tools/at-clock.sh 23:30 pnpm test
# The time is that of Shanghai, today or on a given day: tools/at-clock.sh 2027-02-28T23:30 pnpm test
# The clock runs on from there. The servers are stopped before and afterwards, so that none keeps the other clock.
# Needs the Debian package "faketime".
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -gt 1 ] || { echo "usage: tools/at-clock.sh [YYYY-MM-DDT]HH:MM COMMAND [ARGUMENT…]" >&2; exit 2; }
library=$(ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null | head -n 1)
[ -n "$library" ] || { echo "at-clock: apt-get install faketime" >&2; exit 2; }

wanted=$1
shift
case $wanted in
  *T*) moment=$(TZ=Asia/Shanghai date -d "$(echo "$wanted" | tr T ' ')" +%s) ;;
  *) moment=$(TZ=Asia/Shanghai date -d "$(TZ=Asia/Shanghai date +%F) $wanted" +%s) ;;
esac
offset=$((moment - $(date +%s)))

stack() { "$here/bin/stack" "$@" >/dev/null; }
stack down
trap 'stack down' EXIT
# Redis does not start with the library, and does not need it: it counts seconds and knows no days.
stack up redis

# An offset and not a frozen moment; timers count as usual, only the calendar is another.
status=0
env LD_PRELOAD="$library" FAKETIME="$(printf '%+d' "$offset")" FAKETIME_DONT_FAKE_MONOTONIC=1 "$@" || status=$?
exit $status
