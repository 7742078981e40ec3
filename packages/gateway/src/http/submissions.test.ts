import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { bodies } from './submissions.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

/** A server that holds two forms of 1000 bytes, what it replied, and how a client begins a form. */
async function start() {
  const app = fastify({ forceCloseConnections: true })
  await app.register(bodies, { each: 1000, together: 2000 })
  app.post('/', async ({ body }) => `read ${(body as Buffer).length}`)
  app.get('/slow', () => new Promise(() => {}))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const ends: string[] = []
  const begin = (name: string, declared: number, sent: number) => {
    const headers = { 'content-type': 'application/json', 'content-length': declared }
    const form = request(url, { method: 'POST', headers }, async (response) => {
      const reply = response.statusCode === 200 ? await text(response) : response.statusCode
      ends.push(`${name} ${reply}`)
    })
    form.on('error', () => {})
    form.write(Buffer.alloc(sent))
    return form
  }
  return { url, ends, begin }
}

test('where incomplete forms hold too much together, the oldest is refused', async () => {
  const { ends, begin } = await start()
  begin('flood 1', 1000, 900)
  await pause()
  begin('flood 2', 1000, 900)
  await pause()
  expect(ends).toEqual([])
  const honest = begin('honest', 500, 400)
  await expect.poll(() => ends).toEqual(['flood 1 503'])
  honest.end(Buffer.alloc(100))
  await expect.poll(() => ends.at(-1)).toBe('honest read 500')
  begin('large', 1001, 10)
  await expect.poll(() => ends.at(-1)).toBe('large 413')
  // What is refused or aborted counts no more.
  begin('broken', 1000, 900).destroy()
  await pause()
  begin('another', 1000, 900).end(Buffer.alloc(100))
  await expect.poll(() => ends.at(-1)).toBe('another read 1000')
  expect(ends).toHaveLength(4)
})

test('the bytes of requests that are no forms refuse no form, and end no process', async () => {
  const { url, ends, begin } = await start()
  const chunk = `384\r\n${'x'.repeat(900)}\r\n`
  const chunked = 'transfer-encoding: chunked'
  const strangers = [
    `GET /slow HTTP/1.1\r\nhost: x\r\n${chunked}`,
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n${chunked}`,
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000',
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${chunked}`,
  ].map((head) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    // Their replies wait behind that of the first request.
    socket.write(`GET /slow HTTP/1.1\r\nhost: x\r\n\r\n${head}\r\n\r\n${chunk}`)
    return socket
  })
  await pause()
  const honest = begin('honest', 500, 400)
  await pause()
  for (let n = 0; n < 3; n++) {
    for (const socket of strangers) socket.write(chunk)
    await pause()
  }
  expect(ends).toEqual([])
  honest.end(Buffer.alloc(100))
  await expect.poll(() => ends).toEqual(['honest read 500'])
})
