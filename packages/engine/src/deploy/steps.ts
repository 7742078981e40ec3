import { managerOf, type SiteFacts, type Target } from './files.ts'

/** What is left to do after the files of a target are written. */
export function stepsFor(target: Target, facts: Pick<SiteFacts, 'installer'>): string[] {
  const { lockfile, install } = managerOf(facts)
  return STEPS[target].map((step) =>
    step.replace('{{lockfile}}', lockfile).replace('{{install}}', install),
  )
}

const STEPS: Record<Target, string[]> = {
  pages: [
    'Push this folder to GitHub, with main as its branch and {{lockfile}} committed.',
    'In the settings of the repository choose Pages, Source: GitHub Actions.',
  ],
  netlify: [
    'Push this folder to a Git repository, and add it at app.netlify.com.',
    'netlify.toml has all settings of the build.',
  ],
  cloudflare: [
    'Push this folder to a Git repository, and add it at dash.cloudflare.com: Workers & Pages, Pages.',
    'Set the build command to "npm run build", and the variable NODE_VERSION to 26.',
  ],
  vercel: [
    'Push this folder to a Git repository, and add it at vercel.com with the framework preset Other.',
    'Choose Node.js 24 or newer in the settings of the project.',
  ],
  server: [
    'Point the domain to the server, and open the ports 80 and 443.',
    'On the server (Debian, Ubuntu): sudo apt install git caddy libatomic1, and install Node.js 24 or newer.',
    'Copy this folder to /srv/portfolio, and there run: {{install}} && npm run build',
    'sudo useradd --system --home-dir /var/lib/portfolio --shell /usr/sbin/nologin portfolio',
    'Write .env with DATA_DIR=/var/lib/portfolio, TRUST_PROXY=1, SMTP_URL, MAIL_FROM and MAIL_TO; then: sudo chgrp portfolio .env && chmod 640 .env',
    'sudo cp deploy/portfolio.service /etc/systemd/system/ && sudo systemctl enable --now portfolio',
    'sudo cp deploy/Caddyfile /etc/caddy/ && sudo systemctl reload caddy',
    'Test delivery: sudo -u portfolio npm run doctor -- --send-test',
  ],
  compose: [
    'Point the domain to the server, open the ports 80 and 443, and install Docker with its compose plugin.',
    'Write .env with DOMAIN, SMTP_URL, MAIL_FROM and MAIL_TO.',
    'Start it, the first time and after every change: docker compose up --detach --build',
    'Test delivery: docker compose exec portfolio reward-codes-gateway doctor --send-test',
  ],
}
