import { join, relative } from 'node:path'
import { fromCaller, readOwnConfiguration } from 'reward-codes-gateway/cli/owner-folder'
import { FORM_NEEDS_GATEWAY, hasOwnGateway, type OwnSite } from 'reward-codes-gateway/own-site'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import type { ValidContent } from '../content/load.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { contentFolder, contentOrExit, gatewaySettings, ownSite } from './own-site.ts'
import { runWithFiles } from './portfolio-file.ts'
import { findObstacles } from './public-site.ts'

/** Builds the site and returns the exit code. */
export function runBuild(args: string[], screen: Screen): Promise<number> {
  const program = CommandLine.forScreen('npm run build --', screen)
  program
    .description('Build the site into dist/')
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--out <FOLDER>', 'Write to another folder.')
    .option('--gateway', 'The server of the site has the mail settings, and this machine has not.')
    .action(async ({ content, out, gateway }) => {
      const site = await makeSite({
        content: contentFolder(content),
        out: out === undefined ? join(OWNER_FOLDER, 'dist') : fromCaller(out),
        check: (loaded) => stopUnlessReady(loaded, gateway ?? hasMailServer()),
      })
      if (hasOwnGateway(site)) console.log(FORM_NEEDS_GATEWAY)
    })
  return runWithFiles(program, args, screen)
}

type SiteOptions = {
  content: string
  out: string
  /** Exits the process if the site must not be built. */
  check?: ((loaded: ValidContent) => void) | undefined
  /** Whether this process is also the gateway, whose settings are then known. */
  isRunning?: boolean
}

/** Checks the content, builds the site and prints each step. */
export async function makeSite({
  content,
  out,
  check,
  isRunning = false,
}: SiteOptions): Promise<OwnSite> {
  const startedAt = performance.now()
  // React chooses its production build by this variable when it is imported.
  process.env.NODE_ENV = 'production'
  // Imported lazily: a machine that only serves a built site has no build tools.
  const { buildSite } = await import('../build/build.ts')
  const { loadContent } = await import('../build/load-content.ts')
  const loaded = contentOrExit(await loadContent(content))
  check?.(loaded)
  const { portfolio } = loaded
  const site = ownSite(portfolio, gatewaySettings(portfolio, isRunning))
  await buildSite({
    loaded,
    site,
    content,
    out,
    report: (step) => console.log(`Building: ${step} ...`),
    warn: console.warn,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built into ${relative(process.cwd(), out)}/ in ${seconds} s.`)
  return site
}

/** Exits the process with all reasons why the site is not ready for the public. */
export function stopUnlessReady(content: ValidContent, hasMailServer: boolean): void {
  const obstacles = findObstacles(content, hasMailServer)
  if (obstacles.length === 0) return
  const heading = `Stopped: the site is not ready for ${content.portfolio.site.url}`
  console.error(sanitizeText([heading, ...obstacles].join('\n\n')))
  process.exit(1)
}

function hasMailServer(): boolean {
  const read = readOwnConfiguration()
  // npm start and npm run doctor report invalid settings.
  return !read.ok || read.configuration.SMTP_URL !== undefined
}
