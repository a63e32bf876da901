#!/bin/sh
# The command of the container `proxy`: writes the settings into files that deploy/nginx.conf includes, and starts nginx.
set -eu

for file in /tls/cert.pem /tls/key.pem; do
  if [ ! -f "$file" ]; then
    echo "$file is no file. If the certificate was missing, Docker made a folder of its name: remove the folder, and make the certificate with the command at the top of docker-compose.yml." >&2
    exit 1
  fi
done

# Prints a line for each entry of a list that is separated by commas: the entry between two texts.
entries() {
  for entry in $(echo "$1" | tr , ' '); do echo "$2$entry$3;"; done
}

entries "${TRUSTED_PROXIES:-}" 'set_real_ip_from ' '' >/tmp/real-ip.conf
entries "${TRUSTED_PROXIES:-}" '' ' 1' >/tmp/trusted.conf
entries "${PROXY_UNLIMITED:-}" '' ' 1' >/tmp/unlimited.conf
cat >/tmp/limits.conf <<END
limit_conn_zone \$counted_at_once zone=at_once:10m;
limit_conn at_once ${PROXY_AT_ONCE:-60};
limit_req_zone \$counted zone=rate:10m rate=${PROXY_RATE:-50}r/s;
limit_req zone=rate burst=${PROXY_BURST:-200} nodelay;
END
exec nginx -c "${NGINX_CONF:-/etc/cartwright/nginx.conf}" -g 'daemon off;'
