import { join } from 'node:path'
import { isCurrent } from '../build/fingerprint.ts'
import { buildServer } from '../site/server.ts'
import { failToListen, readAddress } from './address.ts'
import { makeSite } from './make-site.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONTENT = join(ROOT, 'content')
const OUT = join(ROOT, 'dist')

const address = readAddress()
if (!isCurrent(OUT, CONTENT)) await makeSite({ content: CONTENT, out: OUT })

const server = buildServer(OUT)
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

const url = await server.listen(address).catch((error) => failToListen(error, 'npm start'))
console.log(`Your site is at ${url} (Ctrl+C ends it)`)

async function stop() {
  if (isStopping) return
  isStopping = true
  await server.close()
  process.exit(0)
}
