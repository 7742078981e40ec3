import { join } from 'node:path'
import { isLoopback } from 'reward-codes-gateway/cli/address'
import { configurationOrExit } from 'reward-codes-gateway/cli/configuration-or-exit'
import { roleOption } from 'reward-codes-gateway/cli/program'
import { type Role, runServer } from 'reward-codes-gateway/cli/run-server'
import { readSiteManifest } from 'reward-codes-gateway/own-site'
import { CommandLine, optionsOrExit } from 'reward-codes-gateway/terminal/command-line'
import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { CACHE_FOLDER, OWNER_FOLDER } from '../folders.ts'
import { CONTENT_FOLDER } from './content-folder.ts'
import { loadOrExit } from './load-or-exit.ts'
import { ownSite } from './own-site.ts'
import { readySite } from './ready-site.ts'
import { ALLOW_SAMPLE, warnOfPreview } from './sample.ts'

const OUT = join(OWNER_FOLDER, 'dist')
/** Not `dist/`, from where a site is deployed. */
const PREVIEW = join(CACHE_FOLDER, 'preview')

const program = CommandLine.forScreen('npm start --', terminalScreen())
const values = await optionsOrExit<{ role?: Role; allowSample?: boolean }>(
  program
    .description('Build the site if it is out of date, serve it and accept messages')
    .addOption(roleOption(program))
    .option(`--${ALLOW_SAMPLE}`, 'Build a public site that still has sample content.')
    .addNotes([], 'HOST and PORT set the address. .env.example describes every variable.'),
)
const { role } = values
const configuration = configurationOrExit()
// Copied before the build, which sets variables such as NODE_ENV.
const environment = { ...process.env }
const folder = role === 'gateway' ? undefined : await builtSite()
await runServer({
  command: 'npm start',
  configuration,
  environment,
  role,
  site: siteOf(folder),
  folder,
})

async function builtSite(): Promise<string> {
  const built = await readySite({
    content: CONTENT_FOLDER,
    out: OUT,
    isSampleAllowed: values.allowSample ?? false,
    preview: isLocalOnly() ? PREVIEW : undefined,
  })
  if (built === PREVIEW) warnOfPreview(loadOrExit(CONTENT_FOLDER, 'schema').written)
  return built
}

/** Reads the site from the manifest of the build, or from the content if only the gateway runs. */
function siteOf(folder: string | undefined) {
  const read = folder === undefined ? undefined : readSiteManifest(folder)
  if (read?.ok && read.site) return read.site
  return ownSite(loadOrExit(CONTENT_FOLDER, 'schema').portfolio)
}

/** Whether only this machine can open the page: loopback address, no proxy, not production. */
function isLocalOnly(): boolean {
  const { HOST: host, PORT: port, TRUST_PROXY } = configuration
  const isProduction = environment.NODE_ENV === 'production'
  return isLoopback({ host, port }) && TRUST_PROXY === 0 && !isProduction
}
