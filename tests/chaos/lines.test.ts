import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SEND_FORM_PATH } from 'reward-codes-gateway/protocol'
import { buildServer } from 'reward-codes-gateway/server'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../fixtures/gateway-process.ts'
import { readImageRecipe } from '../fixtures/image.ts'
import { memoryOf } from '../fixtures/processes.ts'
import { localAddress, openLine } from '../fixtures/raw-http.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { freshPlace } from '../fixtures/stores.ts'

const IDLE = shortOrLong(200, 2000)
const DRIPPING = shortOrLong(40, 200)
const UNFINISHED = shortOrLong(1000, 4000)
const ENDLESS = shortOrLong(10, 100)
const PARALLEL = 50
const DRIP_MS = 500
const VISITORS = 20
/** Shorter than the request timeout of 30 s, after which the server closes a connection anyway. */
const MAX_WRITE_MS = 20_000
const MAX_MEMORY_MIB = 300
const LARGE_BYTES = 32_000_000

/** The request head of a form from the gateway's own origin, or from another one. */
const post = (url: string, origin = url) =>
  [
    `POST ${SEND_FORM_PATH} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    `origin: ${origin}`,
    'content-type: multipart/form-data; boundary=x',
    '',
  ].join('\r\n')

/** How long the server waits for clients in the short run. A busy machine needs a second to open all connections. */
const TIMES = { headersMs: 5000, checkEveryMs: 250, lingerMs: 250 }

async function start(settings: Record<string, string> = {}): Promise<GatewayProcess> {
  const { dataFolder } = await freshPlace('sqlite')
  const times = isLong ? {} : { CLIENT_TIMES: JSON.stringify(TIMES) }
  const gateway = await spawnGateway({ DATA_DIR: dataFolder, ...times, ...settings })
  onTestFinished(() => gateway.stop('SIGTERM'))
  return gateway
}

/** Opens connections from many addresses, in batches. */
async function openLines(url: string, count: number, first: number, words?: string) {
  const lines: Socket[] = []
  while (lines.length < count) {
    const batch = Array.from({ length: Math.min(PARALLEL, count - lines.length) }, (_, number) =>
      openLine(url, localAddress(first + lines.length + number), words),
    )
    lines.push(...(await Promise.all(batch)))
  }
  onTestFinished(() => {
    for (const line of lines) line.destroy()
  })
  return lines
}

/** Sends forms sequentially beside the connections, and checks that all are accepted, and the memory. */
async function serveVisitors({ url, child }: GatewayProcess) {
  let slowest = 0
  for (let n = 0; n < VISITORS; n++) {
    const begin = performance.now()
    expect(await postForm(url, freshForm(), { origin: url })).toMatchObject({ status: 200 })
    slowest = Math.max(slowest, performance.now() - begin)
  }
  const most = memoryOf(child.pid)
  expect(most).toBeLessThan(MAX_MEMORY_MIB)
  recordResult({ 'visitors served': VISITORS, 'slowest ms': Math.round(slowest), MiB: most })
}

test('idle and trickling connections block no visitor and are closed', async () => {
  const gateway = await start()
  const { url } = gateway
  const idle = await openLines(url, IDLE, 1)
  const headers = await openLines(url, DRIPPING / 2, IDLE + 1, 'GET / HTTP/1.1\r\nx-drip: ')
  // A body may take 30 s, which is too long for the short run.
  const slow = isLong ? DRIPPING / 2 : 0
  const bodies = await openLines(
    url,
    slow,
    IDLE + DRIPPING,
    `${post(url)}content-length: 9999\r\n\r\n`,
  )
  const dripping = [...headers, ...bodies]
  const lines = [...idle, ...dripping]
  const open = () => lines.filter((line) => !line.destroyed && !line.readableEnded).length
  expect(open()).toBe(lines.length)
  const drip = setInterval(() => {
    for (const line of dripping) if (line.writable) line.write('x')
  }, DRIP_MS)
  onTestFinished(() => clearInterval(drip))
  for (const line of lines) line.resume()
  await serveVisitors(gateway)
  await expect.poll(open, { interval: 250 }).toBe(0)
})

/** Together more than a gateway reads of bodies that are not complete. */
const UNFINISHED_BYTES = 100_000

test('unfinished bodies take a limited memory, and a visitor is served beside them', async () => {
  // Of memory, as the image and the systemd unit set it.
  const { MALLOC_ARENA_MAX = '', NODE_OPTIONS = '' } = readImageRecipe().environment
  const gateway = await start({ MALLOC_ARENA_MAX, NODE_OPTIONS })
  const { url } = gateway
  const head = `${post(url)}content-length: 120000\r\n\r\n${'x'.repeat(UNFINISHED_BYTES)}`
  const lines = await openLines(url, UNFINISHED, 1, head)
  for (const line of lines) line.resume()
  const isRead = ({ writableLength, destroyed }: Socket) => writableLength === 0 || destroyed
  await expect.poll(() => lines.every(isRead)).toBe(true)
  await serveVisitors(gateway)
})

test.each([
  ['too large', 413, undefined],
  ['from a foreign origin', 403, 'https://elsewhere.test'],
])('an endless body that is %s gets %i, and the connection is closed', async (_, status, from) => {
  const gateway = await start()
  const { url } = gateway
  const head = `${post(url, from)}transfer-encoding: chunked\r\n\r\n`
  const lines = await openLines(url, ENDLESS, 1, head)
  const answers = lines.map(writeEndlessly)
  await serveVisitors(gateway)
  expect([...new Set(await Promise.all(answers))]).toEqual([String(status)])
})

/** Writes until the server closes the connection. Returns the status code. */
async function writeEndlessly(line: Socket) {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  const deadline = Date.now() + MAX_WRITE_MS
  let answer = ''
  line.on('data', (data) => {
    answer += data
  })
  while (line.writable) {
    if (Date.now() > deadline) throw new Error(`After ${MAX_WRITE_MS} ms it is still read.`)
    line.write(chunk)
    await pause(5)
  }
  return answer.slice(9, 12)
}

test('a connection that does not read its response is closed', async () => {
  const folder = freshFolder()
  // Larger than the socket buffers of both sides.
  writeFileSync(join(folder, 'large.png'), Buffer.alloc(LARGE_BYTES))
  const app = buildServer({ site: folder })
  onTestFinished(() => app.close())
  // Shortens the timeout of one minute for the short run.
  app.server.setTimeout(app.server.timeout / shortOrLong(60, 1))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const line = await openLine(url, localAddress(1), 'GET /large.png HTTP/1.1\r\nhost: x\r\n\r\n')
  onTestFinished(() => {
    line.destroy()
  })
  const openConnections = () => promisify(app.server.getConnections.bind(app.server))()
  expect(await openConnections()).toBe(1)
  await expect.poll(openConnections, { interval: 250 }).toBe(0)
})
