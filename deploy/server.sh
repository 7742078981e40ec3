#!/bin/sh
# Puts a site online on a server with Debian or Ubuntu, or updates it: the page and its gateway as a service, behind Caddy,
# which gets the certificate. It runs as root on the site in /srv/portfolio, keeps what is there, and may run again at any
# time. "sh server.sh --remove" undoes it; the messages stay in /var/lib/portfolio.
set -eu
site=/srv/portfolio data=/var/lib/portfolio node=/opt/portfolio-node caddyfile=/etc/caddy/Caddyfile

stop() { echo "server.sh: $*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || stop "run it as root."
command -v apt-get > /dev/null || stop "this is not Debian or Ubuntu."

if [ "${1:-}" = --remove ]; then
  systemctl disable --now portfolio || true
  rm -f /etc/systemd/system/portfolio.service
  for program in node npm npx; do
    case $(readlink "/usr/local/bin/$program") in $node/*) rm "/usr/local/bin/$program" ;; esac
  done
  rm -f /etc/caddy/portfolio.caddy
  sed -i '/^import portfolio.caddy$/d' $caddyfile || true
  if [ ! -s $caddyfile ] && [ -f $caddyfile.before ]; then mv $caddyfile.before $caddyfile; fi
  systemctl daemon-reload && systemctl reload caddy || true
  userdel portfolio || true
  # The next system user may get the number of this one.
  chown -R root:root $data || true
  rm -rf $site $node
  exit
fi

cd $site 2> /dev/null && [ -f content/portfolio.yaml ] || stop "copy your site to $site first."
domain=$(sed -n "s|^  url: *[\"']\{0,1\}https://\([^/\"' ]*\).*|\1|p" content/portfolio.yaml | head -n 1)
[ -f package-lock.json ] || stop "package-lock.json is missing: run npm install --package-lock-only, and commit it."
[ "$domain" ] || stop "content/portfolio.yaml has no site.url, such as https://example.com/."

# Everything is asked at the beginning, once. Between backticks, .env takes every other character as it is.
ask() { printf '%s: ' "$2" >&2; read -r answer; printf '%s=`%s`\n' "$1" "$answer" >> .env.new; }
if [ ! -f .env ]; then
  echo "Mail settings for $domain. The guide for operating the gateway has those of Gmail and others."
  umask 077
  printf 'DATA_DIR=%s\nTRUST_PROXY=1\n' $data > .env.new
  ask SMTP_HOST 'Mail server, such as smtp.gmail.com'
  ask SMTP_PORT 'Its port, such as 465 (Enter for 587)'
  ask SMTP_USER 'User name there'
  ask SMTP_PASSWORD 'Password there'
  ask MAIL_FROM 'Address that sends'
  ask MAIL_TO 'Address at which you read'
  mv .env.new .env
  umask 022
fi

apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy ca-certificates curl xz-utils libatomic1
if ! node -e 'process.exit(parseInt(process.versions.node, 10) < 24 ? 1 : 0)' 2> /dev/null; then
  from=https://nodejs.org/dist/latest-v26.x
  cpu=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  curl -fsS $from/SHASUMS256.txt | grep -- "-linux-$cpu.tar.xz" > /tmp/node.sum
  (cd /tmp && curl -fsSO "$from/$(awk '{ print $2 }' node.sum)" && sha256sum -c node.sum)
  rm -rf $node && mkdir $node
  tar -xf "/tmp/$(awk '{ print $2 }' /tmp/node.sum)" -C $node --strip-components=1 --no-same-owner
  for program in node npm npx; do ln -sf $node/bin/$program /usr/local/bin/; done
fi
id portfolio > /dev/null 2>&1 || useradd --system --home-dir $data --shell /usr/sbin/nologin portfolio
install -d -m 700 -o portfolio -g portfolio $data
chown -R portfolio:portfolio $site $data

as_portfolio() { runuser -u portfolio -- env npm_config_cache=$site/.cache/npm "$@"; }
as_portfolio npm ci
as_portfolio npm run build
cp node_modules/reward-codes/deploy/portfolio.service /etc/systemd/system/
sed "s/example\.com/$domain/g" node_modules/reward-codes/deploy/Caddyfile > /etc/caddy/portfolio.caddy
# The example of the package answers for every name at port 80. A file with other sites is kept.
if ! dpkg -V caddy | grep -q $caddyfile; then mv $caddyfile $caddyfile.before; fi
grep -qs '^import portfolio.caddy$' $caddyfile || echo 'import portfolio.caddy' >> $caddyfile
systemctl daemon-reload
systemctl enable portfolio && systemctl restart portfolio
systemctl reload-or-restart caddy || stop "Caddy does not start: systemctl status caddy says why."
echo "Waiting for https://$domain/ ..."
curl -fsS -o /dev/null --retry 12 --retry-delay 5 --retry-all-errors "https://$domain/" ||
  echo "It does not answer yet. Does $domain lead to this server, with the ports 80 and 443 open? journalctl -u caddy says more."
as_portfolio npm run doctor -- --send-test
