import { join } from 'node:path'
import type { Gateway } from '../gateway/gateway.ts'
import { ALERT_SERVICE } from '../gateway/mail/transports.ts'
import { failToListen } from './address.ts'
import { configurationOrExit } from './configuration-or-exit.ts'
import { CONTENT_FOLDER as CONTENT, ROOT } from './content-folder.ts'
import { loadOrExit } from './load-or-exit.ts'
import { openOperatingPort } from './operating-port.ts'
import { FORM_NEEDS_GATEWAY, hasOwnGateway } from './page-account.ts'
import { programLog, sayTo } from './program-log.ts'
import { readySite } from './ready-site.ts'
import { ALLOW_SAMPLE } from './sample.ts'
import { buildServer } from './server.ts'
import { startGateway } from './start-gateway.ts'
import { harmlessLine } from './terminal/harmless.ts'
import { optionsOrExit } from './terminal/options-or-exit.ts'

const OUT = join(ROOT, 'dist')

const values = readOptions()
const configuration = configurationOrExit()
// Building sets variables of its own.
const environment = { ...process.env }
const isPage = values.only !== 'gateway'
const isSampleAllowed = values[ALLOW_SAMPLE]
// Before the words alone are read, so that faults of words and pictures are told together.
if (isPage) await readySite({ content: CONTENT, out: OUT, isSampleAllowed })
// A machine that only serves has no icons to look names up in; building looks more closely.
const { portfolio } = loadOrExit(CONTENT, 'words')
const origin = portfolio.contact?.form.origin
const isGateway = values.only === 'gateway' || (values.only !== 'page' && needsGateway())

const log = programLog()
const say = sayTo(log)
const gateway = isGateway
  ? await startGateway({
      portfolio,
      content: CONTENT,
      configuration,
      environment,
      isProduction: true,
      log,
    })
  : undefined

const { HOST: host, PORT: port, TRUST_PROXY: proxies } = configuration
const root = portfolio.site.url && new URL(portfolio.site.url).pathname
const server = buildServer({ site: isPage ? OUT : undefined, root, gateway, proxies })
let operating: Awaited<ReturnType<typeof openOperatingPort>>
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

const url = await server
  .listen({ host, port })
  .catch((error) => failToListen(error, 'npm start', { host, port }))
// Only now: a program that cannot listen must not hold a message in its hand.
gateway?.start()
operating = await openOperatingPort({
  gateway,
  isStopping: () => isStopping,
  configuration,
  log,
})
if (gateway) tellWhereMailGoes(gateway)
else if (isPage && origin) say(`Messages go to ${origin}.`)
else if (hasOwnGateway(portfolio)) say(FORM_NEEDS_GATEWAY)
say(`${isPage ? 'Your site' : 'Your gateway'} is at ${url} (Ctrl+C ends it)`)

function readOptions() {
  const usage =
    'npm start -- [--only page | --only gateway] [--allow-sample]; HOST and PORT choose the address.'
  const options = {
    only: { type: 'string' },
    [ALLOW_SAMPLE]: { type: 'boolean', default: false },
  } as const
  const values = optionsOrExit(options, usage)
  if (!values.only || ['page', 'gateway'].includes(values.only)) return values
  console.error(`--only ${harmlessLine(values.only)}: either page or gateway. ${usage}`)
  process.exit(2)
}

function needsGateway(): boolean {
  return hasOwnGateway(portfolio) || configuration.ACCOUNTS_FILE !== undefined
}

function tellWhereMailGoes({ transports, store }: Gateway) {
  say(`Messages are kept in ${store.place}.`)
  for (const [name, { place, isReal }] of transports) {
    if (name === ALERT_SERVICE) {
      say(`Word of stuck mail goes out through ${place}.`)
      continue
    }
    say(
      isReal
        ? `Mail goes out through ${place}.`
        : `Mail is written as ${place}, because SMTP_URL names no mail server yet (see .env.example).`,
    )
  }
}

/** The first time in good order, with what is in hand; the second time at once. */
async function stop() {
  if (isStopping) process.exit(1)
  isStopping = true
  // Beside each other: each may take most of the time that a stop has.
  await Promise.all([server.close(), gateway?.stop()])
  await gateway?.close()
  // The last to go: until then it tells that the program is stopping.
  await operating?.close()
  process.exit(0)
}
