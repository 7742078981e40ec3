import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitConnections } from '../../src/cli/limit-connections.ts'

/** A server that lets one network hold three lines. */
async function startLimited(proxies: number, trusted: string[]): Promise<number> {
  const server = createServer((_, response) => response.end('yes'))
  limitConnections(server, proxies, { most: 3, trusted })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Opens so many lines, asks once on each, and tells how it ended. */
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

describe('8 Connections held open', () => {
  test('one network holds so many lines and no more, until it gives some back', async () => {
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
    ['behind a proxy, all lines of the proxy are', 1, []],
    ['the lines of this machine are', 0, ['127.0.0.1']],
  ])('%s let through', async (_, proxies, trusted) => {
    const { ends } = await openMany(await startLimited(proxies, trusted), 10)
    expect(ends).toEqual(Array(10).fill('answered'))
  })
})
