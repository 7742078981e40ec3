import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { buildServer } from '../../src/cli/server.ts'
import { SEND_FORM_PATH } from '../../src/wire/paths.ts'
import { amount, isLong, keepFigures } from '../fixtures/figures.ts'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../fixtures/gateway-process.ts'
import { localAddress, openLine } from '../fixtures/load.ts'
import { memoryOf } from '../fixtures/memory.ts'
import { freshPlace } from '../fixtures/stores.ts'

const IDLE = amount(200, 2000)
const DRIPPING = amount(40, 200)
const ENDLESS = amount(10, 100)
const PARALLEL = 50
const DRIP_MS = 500
const VISITORS = 20
/** A line that is never ended would be read for half a minute, until its request is overdue. */
const PATIENCE_MS = 20_000
const MOST_MEMORY = 300
const LARGE_BYTES = 32_000_000

/** The head of a form that the page of the gateway, or another site, would send. */
const post = (url: string, origin = url) =>
  [
    `POST ${SEND_FORM_PATH} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    `origin: ${origin}`,
    'content-type: multipart/form-data; boundary=x',
    '',
  ].join('\r\n')

async function start(): Promise<GatewayProcess> {
  const { dataFolder } = await freshPlace('sqlite')
  const gateway = await spawnGateway({ DATA_FOLDER: dataFolder })
  onTestFinished(() => gateway.stop('SIGTERM'))
  return gateway
}

/** Opens lines from many addresses, some at a time. */
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

/** The slowest of some visitors who send a form one after the other; all of them are served. */
async function serveVisitors(url: string): Promise<number> {
  let slowest = 0
  for (let n = 0; n < VISITORS; n++) {
    const begin = performance.now()
    expect(await postForm(url, freshForm(), { origin: url })).toMatchObject({ status: 200 })
    slowest = Math.max(slowest, performance.now() - begin)
  }
  return Math.round(slowest)
}

test('lines that say nothing or drip shut out no visitor, and are ended', async () => {
  const { url, child } = await start()
  const before = memoryOf(child.pid)
  const idle = await openLines(url, IDLE, 1)
  const headers = await openLines(url, DRIPPING / 2, IDLE + 1, 'GET / HTTP/1.1\r\nx-drip: ')
  // A body may take half a minute, for which the short form does not wait.
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
  const slowest = await serveVisitors(url)
  const most = memoryOf(child.pid)
  await expect.poll(open, { timeout: 60_000, interval: 250 }).toBe(0)
  expect(most).toBeLessThan(MOST_MEMORY)
  keepFigures({
    table: 'faults',
    what: `7 ${idle.length} idle and ${dripping.length} dripping lines`,
    figures: {
      'visitors served': VISITORS,
      'slowest ms': slowest,
      'MiB before': before,
      'MiB meanwhile': most,
      'lines left at the end': open(),
    },
  })
}, 120_000)

test.each([
  ['too large', 413, undefined],
  ['of a stranger', 403, 'https://elsewhere.test'],
])(
  'a body without end that is %s is answered %i, and the line is ended',
  async (what, status, from) => {
    const { url, child } = await start()
    const before = memoryOf(child.pid)
    const head = `${post(url, from)}transfer-encoding: chunked\r\n\r\n`
    const lines = await openLines(url, ENDLESS, 1, head)
    const answers = lines.map(pourInto)
    const slowest = await serveVisitors(url)
    const ended = await Promise.all(answers)
    const most = memoryOf(child.pid)
    expect([...new Set(ended)]).toEqual([String(status)])
    expect(most).toBeLessThan(MOST_MEMORY)
    keepFigures({
      table: 'faults',
      what: `7 ${ENDLESS} bodies without end, ${what}`,
      figures: {
        [`answered ${status}`]: ended.length,
        'lines left at the end': lines.filter((line) => line.writable).length,
        'slowest visitor ms': slowest,
        'MiB before': before,
        'MiB after': most,
      },
    })
  },
  60_000,
)

/** Writes until the other end closes the line, and tells what it answered. */
async function pourInto(line: Socket) {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  const deadline = Date.now() + PATIENCE_MS
  let answer = ''
  line.on('data', (data) => {
    answer += data
  })
  while (line.writable) {
    if (Date.now() > deadline) throw new Error(`After ${PATIENCE_MS} ms it is still read.`)
    line.write(chunk)
    await pause(5)
  }
  return answer.slice(9, 12)
}

test('a line that takes nothing of its answer is ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-lines-'))
  // More than the buffers of both ends hold.
  writeFileSync(join(folder, 'large.png'), Buffer.alloc(LARGE_BYTES))
  const app = buildServer({ site: folder })
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  // The short form does not wait for a minute.
  app.server.setTimeout(app.server.timeout / amount(60, 1))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const line = await openLine(url, localAddress(1), 'GET /large.png HTTP/1.1\r\nhost: x\r\n\r\n')
  onTestFinished(() => {
    line.destroy()
  })
  const held = () => promisify(app.server.getConnections.bind(app.server))()
  expect(await held()).toBe(1)
  await expect.poll(held, { timeout: amount(20_000, 150_000), interval: 250 }).toBe(0)
}, 180_000)
