import { BuildFault } from '../build/build-fault.ts'
import { createDevServer } from '../build/dev-server.ts'
import { loadSite } from '../build/load-site.ts'
import type { Written } from '../content/load.ts'
import { failToListen } from './address.ts'
import { adviceText } from './advice.ts'
import { configurationOrExit } from './configuration-or-exit.ts'
import { contentFolder } from './content-folder.ts'
import { goodOrExit } from './load-or-exit.ts'
import { hasOwnGateway } from './page-account.ts'
import { programLog } from './program-log.ts'
import { buildServer } from './server.ts'
import { startGateway } from './start-gateway.ts'
import { optionsOrExit } from './terminal/options-or-exit.ts'

const values = optionsOrExit({ content: { type: 'string' } }, 'npm run dev -- [--content FOLDER]')
const content = contentFolder(values.content)

let toldAdvice = ''
const configuration = configurationOrExit()
const address = { host: configuration.HOST, port: configuration.PORT }
const { portfolio, written } = goodOrExit(await loadSite(content))
const gateway = hasOwnGateway(portfolio)
  ? await startGateway({
      portfolio,
      content,
      configuration,
      environment: process.env,
      isProduction: false,
      log: programLog(),
    })
  : undefined
const app = gateway && buildServer({ gateway })
await app?.ready()
const server = await createDevServer({
  portfolio,
  content,
  ...address,
  api: app?.routing,
  onContent: tellAdvice,
}).catch((error) =>
  error instanceof BuildFault ? endWith(error) : failToListen(error, 'npm run dev', address),
)
gateway?.start()
// The bundler's own way to end leaves no time for a mail in hand.
process.removeAllListeners('SIGTERM')
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    await server.close()
    await app?.close()
    await gateway?.close()
    process.exit(0)
  })
}
const [url = ''] = server.resolvedUrls?.local ?? []
tellAdvice(written)
console.log(`Every part in every state: ${url}specimen`)
console.log(`Your site is at ${url} and follows every change (Ctrl+C ends it)`)

function endWith({ message }: BuildFault): never {
  console.error(message)
  process.exit(1)
}

/** In the terminal only, and not again while it stays the same: the page shows nothing but faults. */
function tellAdvice(written: Written) {
  const advice = adviceText(written, { now: new Date() })
  if (advice && advice !== toldAdvice) console.warn(advice)
  toldAdvice = advice
}
