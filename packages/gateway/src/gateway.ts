import { type AccountParts, readAccounts } from './accounts.ts'
import type { Configuration } from './configuration.ts'
import type { DeliveryContext, GatewayContext } from './context.ts'
import { ownTransports } from './delivery/own-service.ts'
import { EXPOSED, isExposed } from './delivery/smtp.ts'
import { readTemplates } from './delivery/template.ts'
import { openTransports } from './delivery/transports/open-transports.ts'
import { type DeliveryWorker, startDeliveryWorker } from './delivery/worker.ts'
import { createRateLimiter, type RateLimiter } from './http/rate-limit.ts'
import { DEFAULT_RESULT_PAGE_TEXT, type ResultPageText } from './http/result-page.ts'
import type { Log } from './log.ts'
import { startMaintenance } from './maintenance.ts'
import { createMessageLinks, type MessageLinks } from './message-links.ts'
import { createMetrics } from './metrics.ts'
import type { OwnSite } from './own-site.ts'
import { lockGateway } from './store/gateway-lock.ts'
import { openStore, sharedSecret } from './store/open-store.ts'
import { releaseLeases, updateTransports } from './store/outbox.ts'
import { describeFileError } from './store/sqlite-errors.ts'
import { type AcceptSubmission, createAcceptSubmission } from './submissions/accept.ts'

type Delivery = DeliveryContext & {
  /** Starts the delivery worker. Until then, accepted messages stay queued. */
  start: () => void
  isRunning: () => boolean
  /** Stops the delivery worker. Accepted messages stay queued until the next start. */
  stop: () => Promise<void>
}

export type Gateway = GatewayContext & {
  rateLimiter: RateLimiter
  links: MessageLinks
  acceptSubmission: AcceptSubmission
  resultPageText: ResultPageText
  delivery: Delivery
  close: () => Promise<void>
}

export type GatewayOptions = {
  configuration: Configuration
  environment: AccountParts['environment']
  /** The site that this gateway belongs to, if any. */
  site: OwnSite | undefined
  /** The folder of the owner's mail templates. */
  templates?: string | undefined
  log: Log
  /** Whether public test secrets of captcha providers are errors. */
  isProduction: boolean
  /** Replaces the clock of the store. */
  clock?: () => number
}

/** Opens the store and reads accounts and templates. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { configuration, environment, site, log } = options
  const templates = readTemplates(options.templates)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  const store = await openStore({ databaseUrl, dataFolder })
  let unlock = () => {}
  const { clock = store.clock } = options
  try {
    // Gateways share a PostgreSQL database.
    if (!databaseUrl) unlock = lockGateway(dataFolder)
    const secret = await sharedSecret(store.db, 'gateway')
    const { accounts, faults } = readAccounts({
      ...options,
      page: site?.account,
      templates,
      gatewaySecret: secret,
    })
    for (const error of faults) log.error({ error }, 'site left out')
    if (isExposed(configuration.SMTP_URL)) log.warn(EXPOSED, 'mail is not encrypted')
    let worker: DeliveryWorker | undefined
    const wake = () => worker?.wake()
    const transports = openTransports(accounts, configuration, environment, clock)
    // A process that was killed holds its leases, and no other gateway uses the file.
    if (!databaseUrl) await releaseLeases(store)
    const routes = [
      ...[...accounts.values()].flatMap(({ publicKey: account, services, notices }) => [
        ...[...services].map(([service, transport]) => ({ account, service, transport })),
        ...[...notices.keys()].map((name) => ({ account, service: name, transport: name })),
      ]),
      ...[...transports.keys()].map((name) => ({ account: '', service: name, transport: name })),
    ]
    const [fallback = ''] = [...transports].find(([, { isForNotices }]) => !isForNotices) ?? []
    await updateTransports(store, routes, fallback, ownTransports(configuration))
    const context = {
      configuration,
      accounts,
      store,
      log,
      clock,
      metrics: createMetrics(),
      transports,
      pauses: new Map(),
      wake,
    }
    let stopped: Promise<unknown> | undefined
    let stopMaintenance = async () => {}
    const page = site?.account
    const address = configuration.PUBLIC_URL ?? page?.formOrigin ?? page?.url
    const links = createMessageLinks(secret, address && new URL(address).origin)
    const delivery = { ...context, secret, links }
    const stop = async () => {
      stopped ??= Promise.all([worker?.stop(), stopMaintenance()])
      await stopped
    }
    const rateLimiter = createRateLimiter({ ...context, secret })
    return {
      ...context,
      rateLimiter,
      links,
      acceptSubmission: createAcceptSubmission(context),
      resultPageText: site?.resultPageText ?? DEFAULT_RESULT_PAGE_TEXT,
      delivery: {
        ...delivery,
        start: () => {
          if (worker) return
          worker = startDeliveryWorker(delivery)
          stopMaintenance = startMaintenance(delivery)
        },
        isRunning: () => worker?.isRunning() ?? false,
        stop,
      },
      close: async () => {
        await stop()
        for (const transport of transports.values()) transport.close()
        await store.close()
        unlock()
      },
    }
  } catch (error) {
    await store.close()
    unlock()
    throw describeFileError(error, store.location)
  }
}
