import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { AstroIntegrationLogger } from 'astro'
import { ownTemplates } from 'reward-codes-gateway/cli/owner-folder'
import { programLog } from 'reward-codes-gateway/cli/run-server'
import { readConfiguration } from 'reward-codes-gateway/configuration'
import { type Gateway, openGateway } from 'reward-codes-gateway/gateway'
import { hasOwnGateway, type OwnSite } from 'reward-codes-gateway/own-site'
import { buildServer } from 'reward-codes-gateway/server'
import { stateOf } from '../content/load.ts'
import { UserError } from '../user-error.ts'
import type { ViteServer } from '../vite.ts'
import { readOwnSite } from './own-site.ts'

/** The gateway of this process. A restart of the development server loads this module again and keeps it. */
type State = {
  /** What it was opened with. Undefined after an error, so that the next update tries again. */
  settings?: string | undefined
  gateway?: Gateway | undefined
  app?: ReturnType<typeof buildServer> | undefined
  /** The last error, which the terminal shows. */
  fault?: string | undefined
  /** Updates, one after the other. */
  queue: Promise<void>
  /** The environment of the process without the variables of .env. */
  environment: NodeJS.ProcessEnv
}

const KEY = Symbol.for('reward-codes.dev-gateway')
const shared = globalThis as { [KEY]?: State }
shared[KEY] ??= { queue: Promise.resolve(), environment: { ...process.env } }
const state = shared[KEY]

type Folders = { root: string; content: string }

/**
 * Lets the form of the page work in development: the gateway answers below /api/, with the settings of .env. Vite restarts
 * after a change of .env. A request reads what else may have changed, and what an earlier one had failed for.
 */
export async function mountGateway(
  { middlewares }: ViteServer,
  folders: Folders,
  logger: AstroIntegrationLogger,
): Promise<void> {
  const update = () => {
    state.queue = state.queue.then(async () => {
      try {
        await updateGateway(folders, logger)
        state.fault = undefined
      } catch (error) {
        const fault = String(error instanceof Error ? error.message : error)
        // Each request tries again, and the same error is logged once.
        if (fault !== state.fault) logger.error(fault)
        state.fault = fault
      }
    })
    return state.queue
  }
  middlewares.use(async (request, response, next) => {
    if (!request.url?.startsWith('/api/')) return next()
    await update()
    if (state.app) return state.app.routing(request, response)
    response.writeHead(503).end('The gateway does not run. See the terminal.')
  })
  await update()
}

/** Opens the gateway again if its settings have changed. */
async function updateGateway({ root, content }: Folders, logger: AstroIntegrationLogger) {
  const file = join(root, '.env')
  const environment = {
    ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}),
    ...state.environment,
  }
  const read = await readOwnSite(content, true)
  // The overlay shows the errors of the content.
  if (!read.ok) return
  const { site } = read
  const settings = JSON.stringify([environment, site, stateOf(ownTemplates() ?? '')])
  if (settings === state.settings) return
  await closeGateway()
  state.settings = undefined
  if (hasOwnGateway(site)) await open(environment, site, logger)
  state.settings = settings
}

async function open(environment: NodeJS.ProcessEnv, site: OwnSite, logger: AstroIntegrationLogger) {
  const read = readConfiguration(environment)
  if (!read.ok) throw new UserError(['Invalid configuration (.env):', ...read.faults].join('\n  '))
  const log = programLog(environment)
  const { configuration } = read
  const gateway = await openGateway({
    ...{ configuration, site, log },
    templates: ownTemplates(),
    isProduction: false,
  })
  const app = buildServer({ gateway })
  await app.ready()
  gateway.delivery.start()
  Object.assign(state, { gateway, app })
  logger.info(`Messages are stored in ${gateway.store.location}.`)
}

async function closeGateway() {
  const { gateway, app } = state
  Object.assign(state, { gateway: undefined, app: undefined })
  await app?.close()
  await gateway?.close()
}
