import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { immutableAssets, securityHeaders } from '../exports/security-headers.ts'
import { ENGINE_CODE } from '../folders.ts'
import { ENGINE_VERSION } from '../version.ts'

const TEMPLATES = join(ENGINE_CODE, '../deploy')
/** The Node.js that hosts build and run with. */
const NODE = '26'

export const VERCEL_FILE = 'vercel.json'

/** The files of each target, by path in the owner's folder, with the name of their template. */
const TARGETS = {
  pages: { '.github/workflows/pages.yml': 'pages.yml' },
  netlify: { 'netlify.toml': 'netlify.toml' },
  cloudflare: { 'wrangler.toml': 'wrangler.toml' },
  vercel: { [VERCEL_FILE]: undefined },
  server: { 'deploy/portfolio.service': 'portfolio.service', 'deploy/Caddyfile': 'Caddyfile' },
  compose: {
    'compose.yaml': 'compose.yaml',
    Dockerfile: 'Dockerfile',
    '.dockerignore': 'dockerignore',
    'deploy/Caddyfile': 'compose.Caddyfile',
  },
} satisfies Record<string, Record<string, string | undefined>>

export type Target = keyof typeof TARGETS
export const TARGET_NAMES = Object.keys(TARGETS) as Target[]

/** Every path that a target writes. */
export const DEPLOY_PATHS = [...new Set(Object.values(TARGETS).flatMap(Object.keys))]

/** The facts of a site that its deployment files contain. */
export type SiteFacts = { name: string; domain: string; installer: Installer }

type Manager = {
  lockfile: string
  /** The files that an installation reads besides package.json. One that ends in * may be missing. */
  files: string
  install: string
  /** Leaves out what a build does not need. */
  production: string
}

/** How each package manager installs what its lockfile names. Hosts have npm, which brings the others. */
const MANAGERS = {
  npm: {
    lockfile: 'package-lock.json',
    files: 'package-lock.json',
    install: 'npm ci',
    production: ' --omit=dev',
  },
  pnpm: {
    lockfile: 'pnpm-lock.yaml',
    files: 'pnpm-lock.yaml pnpm-workspace.yaml*',
    install: 'npx --yes pnpm@12 install --frozen-lockfile',
    production: ' --prod',
  },
  yarn1: {
    lockfile: 'yarn.lock',
    files: 'yarn.lock',
    install: 'npx --yes yarn@1 install --frozen-lockfile',
    production: ' --production',
  },
  yarn: {
    lockfile: 'yarn.lock',
    files: 'yarn.lock .yarnrc.yml*',
    // .yarnrc.yml may name a copy of Yarn in .yarn/, which is neither in Git nor in the image.
    install: 'YARN_IGNORE_PATH=1 npx --yes --package @yarnpkg/cli-dist@4 yarn install --immutable',
    production: '',
  },
} satisfies Record<string, Manager>
type Installer = keyof typeof MANAGERS

/** The package manager whose lockfile is in a folder. */
export function findInstaller(folder: string): Installer {
  if (existsSync(join(folder, 'pnpm-lock.yaml'))) return 'pnpm'
  const lockfile = join(folder, 'yarn.lock')
  if (!existsSync(lockfile)) return 'npm'
  return readFileSync(lockfile, 'utf8').includes('# yarn lockfile v1') ? 'yarn1' : 'yarn'
}

export function managerOf({ installer }: Pick<SiteFacts, 'installer'>): Manager {
  return MANAGERS[installer]
}

/** The files of a target, by path. */
export function deployFiles(target: Target, facts: SiteFacts): Record<string, string> {
  const { name, domain, installer } = facts
  const values: Record<string, string> = {
    ...managerOf(facts),
    ...{ name, domain, node: NODE, version: ENGINE_VERSION },
    cache: installer === 'npm' ? 'npm' : '',
  }
  return Object.fromEntries(
    Object.entries(TARGETS[target]).map(([path, template]) => {
      if (template === undefined) return [path, vercelJson()]
      const text = readFileSync(join(TEMPLATES, template), 'utf8')
      const body = text.replace(/\{\{(\w+)\}\}/g, (mark, name) => values[name] ?? mark)
      return [path, headerOf(target, body) + body]
    }),
  )
}

const HEADER = /^# Written by "reward-codes deploy (\w+)", version (\S+), sha256 ([0-9a-f]{64})\.\n/

/** The first line of a file. Its hash shows whether the owner has changed the rest. */
function headerOf(target: Target, body: string): string {
  return `# Written by "reward-codes deploy ${target}", version ${ENGINE_VERSION}, sha256 ${sha256(body)}.\n`
}

/** What the first line of a file says: its target, the hash of what was written, and whether that is unchanged. */
export function readHeader(
  file: string,
): { target: Target; hash: string; isUnchanged: boolean } | undefined {
  // Git may have changed the line ends.
  const text = file.replaceAll('\r\n', '\n')
  const [header, target, , hash] = HEADER.exec(text) ?? []
  if (header === undefined || !target || !hash || !Object.hasOwn(TARGETS, target)) return undefined
  const isUnchanged = hash === sha256(text.slice(header.length))
  return { target: target as Target, hash, isUnchanged }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** JSON has no comments, so an owner's change is every difference. */
export function vercelJson(): string {
  const rule = (source: string, headers: Record<string, string>) => ({
    source,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  })
  const settings = {
    buildCommand: 'npm run build',
    outputDirectory: 'dist',
    headers: [rule('/(.*)', securityHeaders()), rule('/assets/(.*)', immutableAssets())],
  }
  return `${JSON.stringify(settings, null, 2)}\n`
}
