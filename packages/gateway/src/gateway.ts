import { type Account, readAccount } from './account.ts'
import type { Configuration } from './configuration.ts'
import { startReplies } from './delivery/auto-reply.ts'
import type { DeliveryContext, Times } from './delivery/context.ts'
import { STARTING_STATE } from './delivery/decide.ts'
import { startMaintenance } from './delivery/maintenance.ts'
import { startNotices } from './delivery/notices.ts'
import { startReviews } from './delivery/review.ts'
import { openTransport } from './delivery/transports/open-transports.ts'
import { startDeliveryWorker } from './delivery/worker.ts'
import { type Log, textOf } from './log.ts'
import { EXPOSED, isExposed, MISSING_SERVER, mailServerOf } from './mail-server.ts'
import { createMessageLinks } from './message-links.ts'
import type { OwnSite } from './own-site.ts'
import { describeFileError, lockGateway } from './store/data-folder.ts'
import { gatewayId, openStore, sharedSecret } from './store/open-store.ts'
import { endLostAttempts } from './store/outbox.ts'
import type { Store } from './store/store.ts'
import { createAcceptSubmission } from './submissions/accept.ts'
import { openCaptcha } from './submissions/open-captcha.ts'
import { readTemplates } from './template.ts'

export type Gateway = Awaited<ReturnType<typeof openGateway>>

export type GatewayOptions = Times & {
  configuration: Configuration
  /** The site that this gateway belongs to, if any. */
  site: OwnSite | undefined
  /** The folder of the owner's mail templates. */
  templates?: string | undefined
  log: Log
  /** False in development: public test secrets of captcha providers are no errors, and it counts as no start. */
  isProduction: boolean
  /** Replaces the clock of the store. */
  clock?: () => number
}

/** The store cannot be opened: the disk is full, the file is damaged, the database does not answer. */
export class StoreUnavailable extends Error {}

/** Opens the store, reads account and templates, and puts the parts of the gateway together. */
export async function openGateway(options: GatewayOptions) {
  const { configuration, site, log, waitMs } = options
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  const templates = readTemplates(options.templates)
  const reportFull = () => log.error(FULL_DISK, 'disk full')
  const store = await openStore({ databaseUrl, dataFolder, waitMs }, reportFull).catch((error) => {
    throw new StoreUnavailable(textOf(error), { cause: error })
  })
  let unlock = () => {}
  try {
    // PostgreSQL needs no lock: several gateways may share a database.
    if (!databaseUrl) unlock = lockGateway(dataFolder)
    const account = readAccount(site?.account, configuration, templates)
    // A start on a full disk has used the reserve.
    if (store.isFull()) reportFull()
    return await openOn(store, unlock, options, account)
  } catch (error) {
    await store.close()
    unlock()
    const described = describeFileError(error, store.location)
    throw described === error ? error : new StoreUnavailable(textOf(described))
  }
}

async function openOn(store: Store, unlock: () => void, options: GatewayOptions, account: Account) {
  const { configuration, site, log, isProduction, clock = store.clock } = options
  if (isExposed(mailServerOf(configuration))) log.warn(EXPOSED, 'mail is not encrypted')
  const secret = await sharedSecret(store, isProduction)
  // By the lock, no other gateway uses the file: an attempt without an end is one of a gateway that was killed.
  if (store.kind === 'sqlite') await endLostAttempts(store, clock())
  const outgoing = { transport: openTransport(configuration, clock), state: STARTING_STATE }
  if (!outgoing.transport) log.warn(MISSING_SERVER, 'mail server missing')
  const links = createMessageLinks(secret, publicOrigin(configuration, site))
  const parts = { ...options, account, store, clock, outgoing, links }
  const delivery = createDelivery(parts)
  const captcha = openCaptcha(account, { ...options, secret })
  const context = { ...parts, captcha, wake: delivery.wake }
  return {
    ...context,
    id: await gatewayId(store.db),
    acceptSubmission: createAcceptSubmission(context, secret),
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

const FULL_DISK = {
  hint: 'no message is accepted until DATA_DIR has 4 MB free; what is queued is delivered while a reserve of 1 MB lasts',
}

/** The origin of links in mails. */
function publicOrigin({ PUBLIC_URL }: Configuration, site: OwnSite | undefined) {
  const address = PUBLIC_URL ?? site?.account?.formOrigin ?? site?.account?.url
  return address && new URL(address).origin
}

/** What delivers, once it is started: until then, accepted messages stay queued, as they do after a stop. */
function createDelivery(parts: Omit<DeliveryContext, 'wake' | 'isDelivering' | 'reply'>) {
  let running: ReturnType<typeof run> | undefined
  let stopped: Promise<unknown> | undefined
  const context: DeliveryContext = {
    ...parts,
    wake: () => running?.wake(),
    isDelivering: () => running?.worker.isDelivering() ?? false,
    reply: (message) => running?.replies.send(message),
  }
  const run = () => {
    const replies = startReplies(context)
    const worker = startDeliveryWorker(context)
    const notices = startNotices(context)
    const all = [worker, replies, notices, startReviews(context), startMaintenance(context)]
    return {
      replies,
      worker,
      wake: () => {
        worker.wake()
        notices?.wake()
      },
      stop: () => Promise.all(all.map((part) => part?.stop())),
    }
  }
  return {
    ...context,
    start: () => {
      running ??= run()
    },
    isRunning: () => running !== undefined && stopped === undefined,
    stop: () => {
      stopped ??= running?.stop()
      return stopped
    },
  }
}
