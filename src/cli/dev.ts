import { join } from 'node:path'
import { createDevServer } from '../build/dev-server.ts'
import { failToListen, formatAddress, readAddress } from './address.ts'
import { loadOrExit } from './load-or-exit.ts'

const CONTENT = join(import.meta.dirname, '../../content')

const address = readAddress()
const portfolio = loadOrExit(CONTENT)
const server = await createDevServer({ portfolio, content: CONTENT, ...address }).catch((error) =>
  failToListen(error, 'npm run dev'),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => server.close().then(() => process.exit(0)))
}
console.log(`Your site is at ${formatAddress(address)} and follows every change (Ctrl+C ends it)`)
console.log(`Every part in every state: ${formatAddress(address)}/specimen`)
