#!/bin/sh
# Names the replica after its container. The process id cannot be used as the name, because it is the same in every
# container.
REPLICA="${REPLICA:-${ROLE:-cartwright}-$(hostname)}"
export REPLICA
exec "$@"
