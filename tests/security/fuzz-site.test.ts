import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { buildServer } from 'reward-codes-gateway/server'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { forEvery, hostileText } from '../fixtures/fuzz.ts'
import { exchange, requestOf } from '../fixtures/raw-http.ts'

const SECRET = 'not for visitors'
const FILES = {
  'index.html': '<title>Page</title>',
  '404.html': 'Missing',
  'assets/a.js': 'export {}',
}
const SECRETS = ['secret.html', 'site/.secret.html', 'site/assets/.env']
const PATIENCE_MS = 50

const step = fc.constantFrom(
  ...'.. . %2e%2e %2E. ..%2f %2f %5c ..\\ \\ / // %00 % %u002e %c0%ae %252e ..; C: file:'.split(
    ' ',
  ),
  ...'secret.html .secret.html secret .env assets a.js index.html index.html.br etc passwd'.split(
    ' ',
  ),
  ...'__proto__ constructor con nul ~ * :x \u00e9'.split(' '),
  'x'.repeat(9000),
)
const steps = fc.array(step, { maxLength: 8 })
const path = fc.oneof(
  { weight: 4, arbitrary: steps.map((all) => `/${all.join('/')}`) },
  { weight: 2, arbitrary: steps.map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: hostileText.map((text) => `/${encodeURI(text.toWellFormed())}`) },
  { weight: 1, arbitrary: fc.constantFrom('/', '/assets/a.js', '/index.html') },
)
const value = fc.oneof(
  fc.constantFrom(
    ...'bytes=0-0 bytes=-1 bytes=9-1 bytes=0-99999999999999999999 bytes=, * "" W/"" https -1'.split(
      ' ',
    ),
    ...['"a", "b"', 'br;q=', 'gzip;q=0.000', 'br, gzip', 'identity;q=0', '*;q=0'],
    ...['x', ',', '"'].map((sign) => sign.repeat(4000)),
    'Thu, 01 Jan 1970 00:00:00 GMT',
  ),
  hostileText.map((text) => text.replace(/[\r\n]/g, '')),
)
const NAMES = [
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'If-Range',
  'Accept-Encoding',
  'Accept',
]
const headers = fc.dictionary(
  fc.constantFrom(...NAMES, 'X-Forwarded-Proto', 'Cookie', 'Content-Length', 'Transfer-Encoding'),
  value,
  { maxKeys: 4, noNullPrototype: true },
)
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'QUERY')

test('no address and no header gets more than the files of the site', async () => {
  const above = freshFolder()
  mkdirSync(join(above, 'site/assets'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(above, 'site', name), text)
  for (const name of SECRETS) writeFileSync(join(above, name), SECRET)
  const server = buildServer({ site: join(above, 'site') })
  onTestFinished(() => server.close())
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const requests = fc.tuple(method, path, headers)
  await forEvery(requests, [120, 9000], async ([verb, address, more]) => {
    const bytes = requestOf(`${verb} ${address} HTTP/1.1`, { Host: 'x', ...more })
    for (const { status, body } of await exchange(url, bytes, PATIENCE_MS)) {
      expect(status).toBeLessThan(500)
      expect(body).not.toContain(SECRET)
    }
  })
  expect(await (await fetch(url)).text()).toBe(FILES['index.html'])
})
