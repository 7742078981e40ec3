import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { solveAltcha } from './altcha.ts'

async function answer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test.each([
  ['a page', 200, '<!doctype html>'],
  ['nothing', 200, ''],
  ['null', 200, 'null'],
  ['a list', 200, '[]'],
  ['another shape', 200, '{"algorithm":"SHA-256","challenge":"x","salt":"y"}'],
  ['a shape without sense', 200, '{"parameters":{},"signature":""}'],
  ['an unknown algorithm', 200, '{"parameters":{"algorithm":"X"}}'],
  ['a refusal', 429, '{"error":"x"}'],
  ['a proxy at fault', 502, '<html>'],
])('%s is no challenge', async (_, status, body) => {
  const url = await answer((_, response) => response.writeHead(status).end(body))
  await expect(solveAltcha(url, AbortSignal.timeout(5000))).rejects.toThrow()
})
