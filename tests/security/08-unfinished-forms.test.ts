import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { createBodies } from 'reward-codes-gateway/internal/http/load-shedding.ts'
import { Overloaded } from 'reward-codes-gateway/internal/http/result.ts'
import { SEND_FORM_PATH } from 'reward-codes-protocol/paths'
import { expect, onTestFinished, test } from 'vitest'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { readImageRecipe } from '../fixtures/image-recipe.ts'
import { memoryOf } from '../fixtures/memory.ts'
import { makePlace } from '../fixtures/test-environment.ts'

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

test('where forms hold too much together, the network that holds most is refused', async () => {
  const bodies = createBodies({ each: 1000, together: 2000 })
  const ends: string[] = []
  const begin = (name: string, address: string, length: number) => {
    const request = openRequest(length)
    if (!bodies.admit(request, address)) {
      ends.push(`${name} not admitted`)
      return request
    }
    bodies.read(request).then(
      ({ length }) => ends.push(`${name} read ${length}`),
      (error) => ends.push(`${name} ${error instanceof Overloaded ? 'refused' : error.message}`),
    )
    return request
  }
  begin('flood 1', '198.51.100.1', 900)
  begin('flood 2', '198.51.100.1', 900)
  // It has no room but what its own network holds.
  begin('flood 3', '198.51.100.1', 900)
  expect(ends).toEqual(['flood 3 not admitted'])
  const honest = begin('honest', '192.0.2.1', 500)
  await expect.poll(() => ends.at(-1)).toBe('flood 1 refused')
  honest.end(Buffer.alloc(500))
  await expect.poll(() => ends.at(-1)).toBe('honest read 500')
  begin('large', '192.0.2.2', 1001)
  await expect.poll(() => ends.at(-1)).toBe('large The body is too large.')
  const broken = begin('broken', '192.0.2.3', 500)
  broken.destroy()
  await expect.poll(() => ends.at(-1)).toBe('broken The request was aborted.')
})
