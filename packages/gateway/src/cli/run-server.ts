import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration.ts'
import { type Gateway, type GatewayOptions, openGateway, StoreUnavailable } from '../gateway.ts'
import { buildServer } from '../http/app.ts'
import { buildOpsServer, type OpsParts } from '../http/ops.ts'
import { createLog, type Log, textOf } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import { FORM_NEEDS_GATEWAY, hasOwnGateway, type OwnSite, type ReadSite } from '../own-site.ts'
import { createRedactor } from '../redact.ts'
import { openStore } from '../store/open-store.ts'
import { NOBODY_HEARS } from './doctor/check-delivery.ts'
import { configurationOrExit, ownTemplates, SITE_FOLDER, unknownVariables } from './owner-folder.ts'

/** Serves the built site, if there is one, and accepts messages for it. */
export async function start(role: Role, readSite: () => Promise<ReadSite>): Promise<void> {
  const configuration = configurationOrExit()
  const read = await readSite()
  if (!read.ok) {
    console.error(read.fault)
    process.exit(1)
  }
  const isPage = role !== 'gateway' && existsSync(SITE_FOLDER)
  if (role === 'web' && !isPage) {
    console.error(`No built site found in ${SITE_FOLDER}.`)
    process.exit(1)
  }
  await runServer({
    configuration,
    role: role ?? (isPage ? undefined : 'gateway'),
    site: read.site,
    folder: isPage ? SITE_FOLDER : undefined,
  })
}

/** The part of the server to run; undefined runs both. */
export type Role = 'web' | 'gateway' | undefined

type ServerOptions = {
  configuration: Configuration
  site: OwnSite | undefined
  role: Role
  /** The folder of the built site; undefined serves the gateway only. */
  folder?: string | undefined
  /** How often a page without its gateway tries whether the store can be opened. */
  storeCheckMs?: number
  /** How long a stop may last. */
  stopMs?: number
}

/** Process managers kill after ten seconds. */
const STOP_MS = 9500
const STORE_CHECK_MS = 10_000

/** Serves until SIGINT or SIGTERM, then finishes the work in flight. */
export async function runServer(options: ServerOptions): Promise<void> {
  const { configuration, role, site, folder } = options
  const { storeCheckMs = STORE_CHECK_MS, stopMs = STOP_MS } = options
  const log = programLog(process.env)
  // A status sentence is an event of a log, and plain at a terminal.
  const say = (sentence: string) => (isTerminal ? console.log(sentence) : log.info(sentence))
  for (const unknown of unknownVariables()) log.warn(unknown)
  const isWanted = role ? role === 'gateway' : hasOwnGateway(site)
  const parts = { configuration, site, isProduction: true, log }
  // A store that cannot be opened takes the gateway, not the page.
  const gateway = isWanted ? await gatewayOrExit(parts, folder !== undefined) : undefined
  const isGatewayAway = isWanted && !gateway
  const { HOST: host, PORT: port, TRUST_PROXY: proxies } = configuration
  const root = site?.url && new URL(site.url).pathname
  const server = buildServer({ site: folder, root, gateway, isGatewayAway, proxies })
  let opsServer: FastifyInstance | undefined
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

  const url = await server
    .listen({ host, port })
    .catch((error) => failToListen(error, configuration))
  // Delivery starts after the port is open: a program that cannot listen must not claim a message.
  gateway?.delivery.start()
  const opsParts = { gateway, isGatewayAway, isStopping: () => isStopping }
  opsServer = await openOpsServer(opsParts, configuration, log)
  if (isGatewayAway) startAgainWithStore()
  if (gateway) sayWhereMailGoes(gateway, say)
  else if (site?.form?.origin) say(`The form sends messages to ${site.form.origin}.`)
  else if (hasOwnGateway(site) && !isGatewayAway) say(FORM_NEEDS_GATEWAY)
  say(`${folder ? 'Your site' : 'Your gateway'} is at ${url} (press Ctrl+C to stop)`)

  async function startAgainWithStore() {
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
    let isThere = false
    // One after the other: a database that answers late would otherwise start the program several times.
    while (!isThere) {
      await sleep(storeCheckMs)
      const store = await openStore({ databaseUrl, dataFolder }).catch(() => undefined)
      await store?.close()
      if (isStopping) return
      isThere = store?.isFull() === false
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    await Promise.all([server.close(), opsServer?.close()])
    await runServer(options)
  }

  /** Graceful shutdown: the first signal finishes the work in flight, the second exits at once. */
  async function stop() {
    if (isStopping) process.exit(1)
    isStopping = true
    // A query that a hung database never answers cannot be cancelled.
    setTimeout(() => {
      log.warn({ seconds: stopMs / 1000 }, 'stopped before all work was finished')
      process.exit(0)
    }, stopMs).unref()
    // In parallel: each may take most of the time that a stop has.
    await Promise.all([server.close(), gateway?.delivery.stop()])
    await gateway?.close()
    // The ops port closes last: until then it reports that the program is stopping.
    await opsServer?.close()
    process.exit(0)
  }
}

/** Opens the gateway, or prints the error and exits. Undefined if the store cannot be opened and the page goes on without it. */
async function gatewayOrExit(
  options: Omit<GatewayOptions, 'templates'>,
  hasPage: boolean,
): Promise<Gateway | undefined> {
  try {
    return await openGateway({ ...options, templates: ownTemplates() })
  } catch (error) {
    if (hasPage && error instanceof StoreUnavailable) {
      options.log.error(
        { error: error.message },
        'store unavailable, the page runs without its gateway',
      )
      return undefined
    }
    console.error(`The gateway cannot start.\n${createRedactor(process.env)(textOf(error))}`)
    console.error(`Find the cause: ${ownCommand('doctor')}`)
    process.exit(1)
  }
}

function sayWhereMailGoes(
  { configuration, outgoing: { transport }, store }: Gateway,
  say: (sentence: string) => void,
) {
  say(`Messages are stored in ${store.location}.`)
  if (transport) say(`Mail is sent through ${transport.location}.`)
  const { NOTICE_URL } = configuration
  say(NOTICE_URL ? `Notices are sent to ${new URL(NOTICE_URL).host}.` : NOBODY_HEARS)
}

/**
 * Opens the ops port. A port in use does not stop the program, because a visitor's message is worth
 * more than a health check. It is logged as an error, because another program answers there.
 */
async function openOpsServer(
  parts: OpsParts,
  { OPS_HOST: host, OPS_PORT: port }: Configuration,
  log: Log,
): Promise<FastifyInstance | undefined> {
  if (port === 0) return undefined
  const app = buildOpsServer(parts)
  try {
    await app.listen({ host, port })
    return app
  } catch (error) {
    const advice =
      '/healthz and /readyz are not served, or another process answers there. Stop that process, or ' +
      'set OPS_PORT to a free port; OPS_PORT=0 disables the ops port.'
    log.error({ reason: textOf(error), advice }, 'ops port unavailable')
    return undefined
  }
}

/** Prints why the server cannot listen and how to fix it, and exits. */
function failToListen(error: unknown, { HOST: host, PORT: port }: Configuration): never {
  const { code } = error as NodeJS.ErrnoException
  const reason = code === 'EADDRINUSE' ? 'another process uses it' : textOf(error)
  console.error(
    `Cannot listen on port ${port} of ${host}: ${reason}. ` +
      `Set another port: PORT=${port === 3000 ? 3001 : 3000} ${ownCommand('start')}`,
  )
  process.exit(1)
}

const isTerminal = process.stdout.isTTY

/** The log of a server: readable at a terminal, JSON for log collectors otherwise. */
export function programLog(environment: NodeJS.ProcessEnv): Log {
  // Mail servers and databases may repeat secrets in their replies.
  const redact = createRedactor(environment)
  const print = (line: string) => console.log(redact(line))
  return createLog(print, Date.now, isTerminal ? 'readable' : 'json')
}
