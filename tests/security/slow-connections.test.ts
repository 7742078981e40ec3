import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { createBodyReader } from 'reward-codes-gateway/internal/http/load-shedding.ts'
import { Overloaded } from 'reward-codes-gateway/internal/http/result.ts'
import { SEND_FORM_PATH } from 'reward-codes-gateway/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { readImageRecipe } from '../fixtures/image.ts'
import { memoryOf } from '../fixtures/processes.ts'
import { makePlace } from '../fixtures/trial.ts'

const FORMS = 4000
const NETWORKS = 200
const BYTES = 120_000
const MOST_MB = 300

const HEAD = (network: number) =>
  [
    `POST ${SEND_FORM_PATH} HTTP/1.1`,
    'Host: portfolio.test',
    'Origin: https://portfolio.test',
    `X-Forwarded-For: 198.51.${Math.floor(network / 250)}.${(network % 250) + 1}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${BYTES + 1000}`,
    '\r\n',
  ].join('\r\n')

test('4,000 forms that never end hold little memory, and a visitor is served beside them', async () => {
  const place = await makePlace('sqlite')
  // The settings with which the image and the systemd unit limit memory.
  const { MALLOC_ARENA_MAX = '', NODE_OPTIONS = '' } = readImageRecipe().environment
  const environment = { ...place.environment, TRUST_PROXY: '1', MALLOC_ARENA_MAX, NODE_OPTIONS }
  const { url, child } = await spawnGateway(environment)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const body = Buffer.alloc(BYTES, 'x')
  for (let n = 0; n < FORMS; n++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    // To be hung up on is what such a sender has to expect.
    socket.on('error', () => {})
    socket.resume()
    socket.write(HEAD(n % NETWORKS))
    socket.write(body)
    sockets.push(socket)
  }
  await expect
    .poll(
      () =>
        sockets.filter(({ writableLength, destroyed }) => writableLength > 0 && !destroyed).length,
      {
        timeout: 60_000,
      },
    )
    .toBe(0)
  const headers = { origin: url, 'x-forwarded-for': '203.0.113.1' }
  expect(await postForm(url, freshForm(), headers)).toMatchObject({ status: 200 })
  expect(memoryOf(child.pid)).toBeLessThan(MOST_MB)
}, 120_000)

/** A request of which only the headers have arrived. */
function openRequest(length: number) {
  const stream = new PassThrough()
  const headers = { 'content-length': String(length) }
  return Object.assign(stream, { headers }) as PassThrough & IncomingMessage
}

test('where incomplete forms hold too much together, the oldest is refused', async () => {
  const readBody = createBodyReader({ each: 1000, together: 2000 })
  const ends: string[] = []
  const begin = (name: string, declared: number, sent: number) => {
    const request = openRequest(declared)
    readBody(request).then(
      ({ length }) => ends.push(`${name} read ${length}`),
      (error) => ends.push(`${name} ${error instanceof Overloaded ? 'refused' : error.message}`),
    )
    request.write(Buffer.alloc(sent))
    return request
  }
  begin('flood 1', 1000, 900)
  begin('flood 2', 1000, 900)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(ends).toEqual([])
  const honest = begin('honest', 500, 400)
  await expect.poll(() => ends).toEqual(['flood 1 refused'])
  honest.end(Buffer.alloc(100))
  await expect.poll(() => ends.at(-1)).toBe('honest read 500')
  begin('large', 1001, 10)
  await expect.poll(() => ends.at(-1)).toBe('large The body is too large.')
  begin('larger than declared', 500, 1001)
  await expect.poll(() => ends.at(-1)).toBe('larger than declared The body is too large.')
  const broken = begin('broken', 500, 10)
  broken.destroy()
  await expect.poll(() => ends.at(-1)).toBe('broken The request was aborted.')
})
