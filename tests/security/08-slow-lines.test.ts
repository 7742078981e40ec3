import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { limitConnections } from 'reward-codes-gateway/internal/http/load-shedding.ts'
import { describe, expect, onTestFinished, test } from 'vitest'

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
