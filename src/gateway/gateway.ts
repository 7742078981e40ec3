import { type Account, type AccountParts, type PageAccount, readAccounts } from './accounts.ts'
import type { Configuration } from './configuration.ts'
import { type Courier, startCourier } from './courier/courier.ts'
import type { PageWords } from './intake/pages.ts'
import { createRefusalNotes } from './intake/refusal-notes.ts'
import type { Log } from './log.ts'
import { readTemplates } from './mail/template.ts'
import type { Transport } from './mail/transport.ts'
import { openTransports } from './mail/transports.ts'
import { createSeldomLog } from './seldom.ts'
import { sharedSecret } from './store/secrets.ts'
import { explained } from './store/sqlite.ts'
import { openStore, type Store } from './store/store.ts'
import { createTally, type Tally } from './tally.ts'

export type Gateway = {
  configuration: Configuration
  accounts: Map<string, Account>
  store: Store
  /** What signs challenges and names who had a reply, the same in every gateway on one database. */
  secret: string
  pageWords: PageWords
  log: Log
  /** For what may fail at every request of a flood. */
  logSeldom: Log
  clock: () => number
  /** Writes down why requests are refused, so that an owner can see a forgotten setting. */
  noteRefusal: (reason: string, origin: string | undefined) => void
  tally: Tally
  /** Tells the courier that there is something to deliver. */
  wake: () => void
  /** The mail servers by the variable that names them. */
  transports: Map<string, Transport>
  /** Lets the courier run; before that messages are taken in and wait. */
  start: () => void
  isDelivering: () => boolean
  /** Ends the courier; messages are still taken in, and wait for the next start. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

export type GatewayOptions = {
  configuration: Configuration
  environment: AccountParts['environment']
  /** The account of the page that belongs to this gateway, if one does. */
  page: PageAccount | undefined
  pageWords: PageWords
  /** The folder of the mail templates. */
  mail: string
  log: Log
  /** Public test secrets of captchas are refused. */
  isProduction: boolean
  /** Stands in for the time of the store. */
  clock?: () => number
}

/** Opens the store and reads accounts and templates. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { configuration, environment, pageWords, mail, log } = options
  const templates = readTemplates(mail)
  const store = await openStore({
    databaseUrl: configuration.DATABASE_URL,
    dataFolder: configuration.DATA_FOLDER,
  })
  const { clock = store.clock } = options
  let courier: Courier | undefined
  let stopped: Promise<void> | undefined
  try {
    const secret = await sharedSecret(store.db, 'gateway')
    const accounts = readAccounts({ ...options, templates, gatewaySecret: secret })
    const transports = openTransports(accounts, configuration, environment)
    const tally = createTally()
    const gateway: Gateway = {
      start: () => {
        courier ??= startCourier(gateway)
      },
      isDelivering: () => courier?.isRunning() ?? false,
      configuration,
      accounts,
      store,
      secret,
      pageWords,
      log,
      logSeldom: createSeldomLog(log, clock),
      clock,
      noteRefusal: createRefusalNotes(log, clock, tally),
      tally,
      wake: () => courier?.wake(),
      transports,
      stop: async () => {
        stopped ??= courier?.stop()
        await stopped
      },
      close: async () => {
        await gateway.stop()
        for (const transport of transports.values()) transport.close()
        await store.close()
      },
    }
    return gateway
  } catch (error) {
    await store.close()
    throw explained(error, store.place)
  }
}
