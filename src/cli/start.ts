import { join } from 'node:path'
import { isCurrent } from '../build/fingerprint.ts'
import { buildServer } from '../site/server.ts'
import { failToListen, formatAddress, readAddress } from './address.ts'
import { makeSite } from './make-site.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONTENT = join(ROOT, 'content')
const OUT = join(ROOT, 'dist')

const address = readAddress()
if (!isCurrent(OUT, CONTENT)) await makeSite({ content: CONTENT, out: OUT })

const server = buildServer(OUT)
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

await server.listen(address).catch((error) => failToListen(error, 'npm start'))
const port = server.addresses()[0]?.port ?? address.port
console.log(`Your site is at ${formatAddress({ ...address, port })} (Ctrl+C ends it)`)

async function stop() {
  if (isStopping) return
  isStopping = true
  await server.close()
  process.exit(0)
}
