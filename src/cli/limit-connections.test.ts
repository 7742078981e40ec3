import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { buildServer } from './server.ts'

const MOST_PER_ADDRESS = 256
const ASKED = MOST_PER_ADDRESS + 20

test('one address may hold so many connections, and the next one when it has let go of one', async () => {
  const { open, countOpen, isServed, sockets } = await startServer({})
  await open(ASKED)
  await expect.poll(countOpen).toBe(MOST_PER_ADDRESS)
  expect(await isServed()).toBe(false)
  const [first] = sockets.filter((socket) => !socket.destroyed)
  first?.destroy()
  await expect.poll(isServed).toBe(true)
})

test('connections of a proxy are those of all visitors, and not counted', async () => {
  const { open, countOpen, isServed } = await startServer({ proxies: 1 })
  await open(ASKED)
  await expect.poll(countOpen).toBe(ASKED)
  expect(await isServed()).toBe(true)
})

async function startServer(parts: { proxies?: number }) {
  const app = buildServer(parts)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  return {
    sockets,
    open: async (count: number) => sockets.push(...(await open(app, count))),
    countOpen: () => countOpen(app),
    isServed: () =>
      fetch(address).then(
        () => true,
        () => false,
      ),
  }
}

/** Opens connections that say nothing. */
async function open(app: FastifyInstance, count: number): Promise<Socket[]> {
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  for (let n = 0; n < count; n++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    sockets.push(socket)
  }
  return sockets
}

/** Counts those that the server has let stand. */
function countOpen(app: FastifyInstance): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
}
