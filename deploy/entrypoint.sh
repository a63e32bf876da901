#!/bin/sh
# Names the replica after its container. The process id cannot be used as the name, because it is the same in every
# container.
REPLICA="${REPLICA:-${ROLE:-cartwright}-$(hostname)}"
export REPLICA
# The public address is that of the proxy in docker-compose.yml, unless PUBLIC_URL names another.
if [ -z "${PUBLIC_URL:-}" ] && [ -n "${HTTPS_PORT:-}" ]; then export PUBLIC_URL="https://127.0.0.1:$HTTPS_PORT"; fi
exec "$@"
