import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { createBodies, limitConnections } from 'reward-codes-gateway/internal/http/load-shedding.ts'
import { Overloaded } from 'reward-codes-gateway/internal/http/result.ts'
import { SEND_FORM_PATH } from 'reward-codes-protocol/paths'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { readImageRecipe } from '../fixtures/image.ts'
import { memoryOf } from '../fixtures/processes.ts'
import { makePlace } from '../fixtures/trial.ts'

/** A server with at most three connections per network. `from` is the address of each connection. */
async function startLimited(
  proxies: number,
  trusted: string[],
  from?: (line: number) => string,
): Promise<number> {
  const server = createServer((_, response) => response.end('yes'))
  let lines = 0
  server.on('connection', (socket) => {
    if (from) Object.defineProperty(socket, 'remoteAddress', { value: from(lines++) })
  })
  limitConnections(server, proxies, { most: 3, trusted })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Opens `count` connections, sends a request on each, and returns how each ended. */
async function openMany(port: number, count: number) {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {})
  const ends = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        socket.on('data', () => resolve('answered'))
        socket.on('close', () => resolve('hung up'))
      }),
  )
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return { sockets, ends: await Promise.all(ends) }
}

describe('8 Slow and idle connections', () => {
  test('one network has a maximum of open connections until it closes some', async () => {
    const port = await startLimited(0, [])
    const first = await openMany(port, 5)
    expect(first.ends.filter((end) => end === 'answered')).toHaveLength(3)
    const closed = Promise.all(
      first.sockets.map((socket) => socket.destroyed || once(socket, 'close')),
    )
    for (const socket of first.sockets) socket.destroy()
    await closed
    await expect.poll(async () => (await openMany(port, 1)).ends).toEqual(['answered'])
  })

  test.each([
    [
      'households of one customer share what five may hold',
      20,
      (line: number) => `2001:db8:1:${line}::1`,
      15,
    ],
    [
      'households of different customers share nothing',
      20,
      (line: number) => `2001:db8:${line}:1::1`,
      20,
    ],
    ['addresses of one household are one', 10, (line: number) => `2001:db8:1:1::${line + 1}`, 3],
    ['an IPv4 address in the form of IPv6 is itself', 10, () => '::ffff:192.0.2.1', 3],
  ])('of networks with open connections, %s', async (_, count, from, answered) => {
    const { ends } = await openMany(await startLimited(0, [], from), count)
    expect(ends.filter((end) => end === 'answered')).toHaveLength(answered)
  })

  test.each([
    ['behind a proxy, all lines of the proxy are', 1, []],
    ['the lines of this machine are', 0, ['127.0.0.1']],
  ])('%s let through', async (_, proxies, trusted) => {
    const { ends } = await openMany(await startLimited(proxies, trusted), 10)
    expect(ends).toEqual(Array(10).fill('answered'))
  })
})

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
