#!/bin/sh
# Names the replica after its container, because the process has the same pid in every container.
REPLICA="${REPLICA:-${ROLE:-cartwright}-$(hostname)}"
export REPLICA
exec "$@"
