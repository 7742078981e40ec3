import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { configurationOrExit } from 'reward-codes-gateway/cli/owner-folder'
import { addServerHelp } from 'reward-codes-gateway/cli/program'
import { type Role, runServer } from 'reward-codes-gateway/cli/run-server'
import { scriptCallWithOptions } from 'reward-codes-gateway/own-command'
import { type OwnSite, readSiteManifest } from 'reward-codes-gateway/own-site'
import { createProgram, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { readOwnSite } from '../gateway/own-site.ts'
import { readSite } from './portfolio-file.ts'

const ROOT = process.cwd()
const CONTENT = join(ROOT, 'content')
const OUT = join(ROOT, 'dist')

/** What a site is built from. */
const INPUTS = ['{content,public,src}/**', 'astro.config.*', 'package.json', '*lock*', '.env']

/** Builds an outdated site, serves it, and resolves to the exit code when the server listens. */
export function runStart(args: string[], screen: Screen): Promise<number> {
  const program = createProgram(scriptCallWithOptions('start'), screen)
    .description('Build the site if it is out of date, serve it and accept messages')
    .action(({ role }) => serve(role))
  return runCommandLine(addServerHelp(program), args)
}

async function serve(role: Role | undefined): Promise<void> {
  const configuration = configurationOrExit()
  const folder = role === 'gateway' ? undefined : await readySite(role !== 'web')
  const read = folder === undefined ? undefined : readSiteManifest(folder)
  const site = (read?.ok && read.site) || (await siteOrExit())
  await runServer({ configuration, role, site, folder })
}

/** What the content says of the site, or else all its errors. */
async function siteOrExit(): Promise<OwnSite | undefined> {
  const read = await readSite()
  if (read.ok) return read.site
  console.error(read.fault)
  process.exit(1)
}

/**
 * Returns the folder of the site, built again if it is older than what it is built from, or if its privacy notice
 * states other settings. `isRunning` says whether this process is the gateway.
 */
async function readySite(isRunning: boolean): Promise<string> {
  const isCurrent = builtAt() > Math.max(...globSync(INPUTS, { cwd: ROOT }).map(modifiedAt))
  if (isCurrent && (await hasCurrentNotice(isRunning))) return OUT
  const isBuilt = buildSite(isRunning)
  if (!isBuilt && builtAt() === 0) process.exit(1)
  if (!isBuilt) console.warn(`The site in ${OUT}/ is served as it was.`)
  return OUT
}

async function hasCurrentNotice(isRunning: boolean): Promise<boolean> {
  const read = readSiteManifest(OUT)
  const stated = read.ok ? read.site?.stated : undefined
  const current = stated && (await readOwnSite(CONTENT, isRunning))
  return !current?.ok || JSON.stringify(current.site.stated) === JSON.stringify(stated)
}

/** When the build of the site started; 0 without one. */
function builtAt(): number {
  return modifiedAt('dist/.gateway.json')
}

function modifiedAt(name: string): number {
  return statSync(join(ROOT, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Runs Astro in a separate process, which sets variables such as NODE_ENV. */
function buildSite(isRunning: boolean): boolean {
  const astro = findAstro()
  if (!astro) {
    console.warn(`Astro is not installed here, so the site is not built.`)
    return false
  }
  const env = { ...process.env, REWARD_CODES_GATEWAY: isRunning ? 'here' : '' }
  return spawnSync(process.execPath, [astro, 'build'], { stdio: 'inherit', env }).status === 0
}

/** Astro's command. A machine that only serves a built site may have no build tools. */
function findAstro(): string | undefined {
  try {
    const file = createRequire(join(ROOT, 'package.json')).resolve('astro/package.json')
    const command = join(dirname(file), 'bin/astro.mjs')
    return existsSync(command) ? command : undefined
  } catch {
    return undefined
  }
}
