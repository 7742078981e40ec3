import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { bodies } from './submissions.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

test('where incomplete forms hold too much together, the oldest is refused', async () => {
  const app = fastify({ forceCloseConnections: true })
  await app.register(bodies, { each: 1000, together: 2000 })
  app.post('/', async ({ body }) => `read ${(body as Buffer).length}`)
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
