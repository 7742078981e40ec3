import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDevServer } from '../build/dev-server.ts'
import { failToListen } from './address.ts'
import { configurationOrExit } from './configuration-or-exit.ts'
import { loadOrExit } from './load-or-exit.ts'

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: join(import.meta.dirname, '../../content') },
  },
})

const configuration = configurationOrExit()
const address = { host: configuration.HOST, port: configuration.PORT }
const portfolio = loadOrExit(values.content)
const server = await createDevServer({ portfolio, ...values, ...address }).catch((error) =>
  failToListen(error, 'npm run dev', address),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => server.close().then(() => process.exit(0)))
}
const [url = ''] = server.resolvedUrls?.local ?? []
console.log(`Every part in every state: ${url}specimen`)
console.log(`Your site is at ${url} and follows every change (Ctrl+C ends it)`)
