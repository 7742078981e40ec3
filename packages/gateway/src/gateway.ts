import { type Account, readAccount } from './account.ts'
import type { Configuration } from './configuration.ts'
import { type Replies, startReplies } from './delivery/auto-reply.ts'
import type { DeliveryContext, Outgoing, Times } from './delivery/context.ts'
import { STARTING_STATE } from './delivery/decide.ts'
import { startMaintenance } from './delivery/maintenance.ts'
import { startNotices } from './delivery/notices.ts'
import { startReviews } from './delivery/review.ts'
import { openTransport } from './delivery/transports/open-transports.ts'
import { type DeliveryWorker, startDeliveryWorker } from './delivery/worker.ts'
import type { HttpContext } from './http/context.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { type Log, textOf } from './log.ts'
import { EXPOSED, isExposed, mailServerOf } from './mail-server.ts'
import { createMessageLinks } from './message-links.ts'
import type { OwnSite } from './own-site.ts'
import { lockGateway } from './store/gateway-lock.ts'
import { gatewayId, openStore, sharedSecret } from './store/open-store.ts'
import { endLostAttempts } from './store/outbox.ts'
import { describeFileError } from './store/sqlite-errors.ts'
import type { Store } from './store/store.ts'
import { createAcceptSubmission } from './submissions/accept.ts'
import { altcha } from './submissions/altcha.ts'
import type { Captcha } from './submissions/captcha.ts'
import { siteverify } from './submissions/siteverify.ts'
import { readTemplates } from './template.ts'

export type Gateway = HttpContext & {
  outgoing: Outgoing
  delivery: Delivery
  close: () => Promise<void>
}

type Delivery = DeliveryContext & {
  /** Notifies owners of held messages. */
  review: () => void
  /** Starts the delivery worker. Until then, accepted messages stay queued. */
  start: () => void
  isRunning: () => boolean
  /** Stops the delivery worker. Accepted messages stay queued until the next start. */
  stop: () => Promise<void>
}

export type GatewayOptions = Times & {
  configuration: Configuration
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

/** The store cannot be opened: the disk is full, the file is damaged, the database does not answer. */
export class StoreUnavailable extends Error {}

/** Opens the store, reads account and templates, and puts the parts of the gateway together. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = options.configuration
  const templates = readTemplates(options.templates)
  let reportFull = () => {}
  const store = await openStore({ databaseUrl, dataFolder }, () => reportFull()).catch((error) => {
    throw new StoreUnavailable(textOf(error), { cause: error })
  })
  let unlock = () => {}
  try {
    // Gateways share a PostgreSQL database.
    if (!databaseUrl) unlock = lockGateway(dataFolder)
    const account = readAccount({ ...options, account: options.site?.account, templates })
    const gateway = await openOn(store, unlock, options, account)
    reportFull = () => onFullDisk(gateway)
    // The start has used the reserve.
    if (store.isFull()) reportFull()
    return gateway
  } catch (error) {
    await store.close()
    unlock()
    const described = describeFileError(error, store.location)
    throw described === error ? error : new StoreUnavailable(textOf(described))
  }
}

async function openOn(
  store: Store,
  unlock: () => void,
  { configuration, site, log, clock = store.clock, ...times }: GatewayOptions,
  account: Account,
): Promise<Gateway> {
  if (isExposed(mailServerOf(configuration))) log.warn(EXPOSED, 'mail is not encrypted')
  const secret = await sharedSecret(store, 'gateway')
  // No other gateway uses the file.
  if (store.kind === 'sqlite') await endLostAttempts(store, clock())
  const outgoing = { transport: openTransport(configuration, clock), state: STARTING_STATE }
  const { attemptMs, connectEveryMs, placeMs, drainMs, busyAfterMs } = times
  const links = createMessageLinks(secret, publicOrigin(configuration, site))
  const delivery = createDelivery({
    configuration,
    account,
    store,
    log,
    clock,
    attemptMs,
    connectEveryMs,
    placeMs,
    drainMs,
    busyAfterMs,
    outgoing,
    links,
  })
  const context = { ...delivery, captcha: openCaptcha(account, secret) }
  return {
    ...context,
    id: await gatewayId(store.db),
    acceptSubmission: createAcceptSubmission(context),
    rateLimiter: createRateLimiter({ ...context, secret }),
    resultPages: site?.resultPages,
    delivery,
    close: async () => {
      await delivery.stop()
      outgoing.transport?.close()
      await store.close()
      unlock()
    },
  }
}

function openCaptcha({ captcha, publicKey }: Account, secret: string): Captcha | undefined {
  if ('secret' in captcha) return siteverify(captcha)
  return captcha.provider === 'altcha' ? altcha(publicKey, secret) : undefined
}

/** What is queued is delivered with the reserve. */
function onFullDisk({ log }: Gateway): void {
  log.error(FULL_DISK, 'disk full')
}

const FULL_DISK = {
  hint: 'no message is accepted until DATA_DIR has 4 MB free; what is queued is delivered while a reserve of 1 MB lasts',
}

/** The origin of links in mails. */
function publicOrigin({ PUBLIC_URL }: Configuration, site: OwnSite | undefined) {
  const address = PUBLIC_URL ?? site?.account?.formOrigin ?? site?.account?.url
  return address && new URL(address).origin
}

function createDelivery(parts: Omit<DeliveryContext, 'wake' | 'isDelivering' | 'reply'>): Delivery {
  let worker: DeliveryWorker | undefined
  let replies: Replies | undefined
  let stopMaintenance = async () => {}
  let reviews: ReturnType<typeof startReviews> | undefined
  let notices: ReturnType<typeof startNotices> | undefined
  let stopped: Promise<unknown> | undefined
  const wake = () => {
    worker?.wake()
    notices?.wake()
  }
  const isDelivering = () => worker?.isDelivering() ?? false
  const reply: DeliveryContext['reply'] = (message) => replies?.send(message)
  const context = { ...parts, wake, isDelivering, reply }
  return {
    ...context,
    review: () => {
      reviews?.wake()
      notices?.wake()
    },
    start: () => {
      if (worker) return
      replies = startReplies(context)
      worker = startDeliveryWorker(context)
      reviews = startReviews(context)
      notices = startNotices(context)
      stopMaintenance = startMaintenance(context)
    },
    isRunning: () => worker?.isRunning() ?? false,
    stop: async () => {
      stopped ??= Promise.all([
        worker?.stop(),
        replies?.stop(),
        reviews?.stop(),
        notices?.stop(),
        stopMaintenance(),
      ])
      await stopped
    },
  }
}
