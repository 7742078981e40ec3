import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createBodyReader } from './load-shedding.ts'
import { Overloaded } from './result.ts'

/** A request of which only the headers have arrived. */
function openRequest(length: number) {
  const headers = { 'content-length': String(length) }
  return Object.assign(new PassThrough(), { headers }) as PassThrough & IncomingMessage
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
  begin('broken', 500, 10).destroy()
  await expect.poll(() => ends.at(-1)).toBe('broken The request was aborted.')
})
