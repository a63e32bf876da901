#!/bin/sh
# Names the replica after its container: in each of them the process has the same pid, so that cannot tell them apart.
REPLICA="${REPLICA:-${ROLE:-cartwright}-$(hostname)}"
export REPLICA
exec "$@"
