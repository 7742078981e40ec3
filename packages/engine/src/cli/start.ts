import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { configurationOrExit } from 'reward-codes-gateway/cli/owner-folder'
import { roleOption } from 'reward-codes-gateway/cli/program'
import { isLoopback, type Role, runServer } from 'reward-codes-gateway/cli/run-server'
import { readSiteManifest } from 'reward-codes-gateway/own-site'
import { CommandLine, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { hasFingerprint, isCurrent } from '../build/fingerprint.ts'
import { loadPortfolio } from '../content/load.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { makeSite, stopUnlessReady } from './build.ts'
import { CONTENT_FOLDER, contentOrExit, gatewaySettings, ownSite } from './own-site.ts'

const OUT = join(OWNER_FOLDER, 'dist')

/** Serves the site and resolves to the exit code when the server listens. */
export function runStart(args: string[], screen: Screen): Promise<number> {
  const program = CommandLine.forScreen('npm start --', screen)
  program
    .description('Build the site if it is out of date, serve it and accept messages')
    .addOption(roleOption(program))
    .addNotes([], 'HOST and PORT set the address. .env.example describes every variable.')
    .action(({ role }) => serve(role))
  return runCommandLine(program, args)
}

async function serve(role: Role | undefined): Promise<void> {
  const configuration = configurationOrExit()
  // Copied before the build, which sets variables such as NODE_ENV.
  const environment = { ...process.env }
  const { HOST: host, PORT: port, TRUST_PROXY } = configuration
  // Whether only this machine can open the page.
  const isLocal =
    isLoopback({ host, port }) && TRUST_PROXY === 0 && environment.NODE_ENV !== 'production'
  if (!isLocal && role !== 'gateway') {
    // The log of the gateway reports a missing mail server.
    stopUnlessReady(contentOrExit(loadPortfolio(CONTENT_FOLDER, 'schema')), true)
  }
  const folder = role === 'gateway' ? undefined : await readySite(role)
  const site = siteOf(folder)
  await runServer({ command: 'npm start', configuration, environment, role, site, folder })
}

/** Returns the folder of the site to serve. Rebuilds an outdated site if this machine can. */
async function readySite(role: Role | undefined): Promise<string> {
  // Only the web role does not run the gateway, whose settings the privacy notice states.
  const isRunning = role !== 'web'
  if (isCurrent(OUT, CONTENT_FOLDER) && hasCurrentNotice(OUT, isRunning)) return OUT
  const obstacle = findObstacle()
  if (!obstacle) {
    await makeSite({ content: CONTENT_FOLDER, out: OUT, isRunning })
    return OUT
  }
  const remedy = 'Run "npm run build" on a machine with all dependencies, and copy dist/ here.'
  if (!hasFingerprint(OUT)) {
    console.error(`No built site in ${OUT}, and it cannot be built here: ${obstacle}. ${remedy}`)
    process.exit(1)
  }
  console.warn(
    `The site in ${OUT} is outdated: content, code or a setting that the privacy notice states has changed. It is served anyway, because it ` +
      `cannot be built here: ${obstacle}. ${remedy}`,
  )
  return OUT
}

/** Whether the privacy notice of a built site, if it has one, states the settings of this process. */
function hasCurrentNotice(folder: string, isRunning: boolean): boolean {
  const read = readSiteManifest(folder)
  if (!read.ok || !read.site?.stated) return true
  const { portfolio } = contentOrExit(loadPortfolio(CONTENT_FOLDER, 'schema'))
  const { stated } = ownSite(portfolio, gatewaySettings(portfolio, isRunning))
  return JSON.stringify(stated) === JSON.stringify(read.site.stated)
}

/** Why this machine cannot build: an installation that only serves may have no build tools. */
function findObstacle(): string | undefined {
  try {
    createRequire(import.meta.url).resolve('vite')
  } catch {
    return 'the build dependencies are not installed'
  }
  try {
    // The build replaces the whole folder, so it writes to the parent folder.
    accessSync(dirname(OUT), constants.W_OK)
    return undefined
  } catch {
    return `no write permission for ${dirname(OUT)}`
  }
}

/** Reads the site from the manifest of the build, or from the content if only the gateway runs. */
function siteOf(folder: string | undefined) {
  const read = folder === undefined ? undefined : readSiteManifest(folder)
  if (read?.ok && read.site) return read.site
  return ownSite(contentOrExit(loadPortfolio(CONTENT_FOLDER, 'schema')).portfolio)
}
