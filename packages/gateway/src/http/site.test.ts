import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { ask, requestOf } from 'test-fixtures/raw-http.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildServer } from './app.ts'

const PAGE = '<!doctype html><title>Page</title>'

/** Files that are not served. */
const SECRETS = ['.gateway.json', '.git/page.html', 'assets/.cache/page.html']

let folder: string
let app: FastifyInstance

beforeEach(() => {
  folder = freshFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(PAGE))
  writeFileSync(join(folder, '404.html'), 'Missing')
  writeFileSync(join(folder, 'assets/client-abc.js'), 'export {}')
  for (const name of SECRETS) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), 'secret')
  }
  app = buildServer({ site: folder })
})

afterEach(() => app.close())

test('the page is compressed only if the client accepts it', async () => {
  const compressed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(PAGE)
  const plain = await app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0' } })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.body).toBe(PAGE)
})

const asset = (headers = {}) => ({ url: '/assets/client-abc.js', headers })
const missing = (url: string, headers = {}) => [{ url, headers }, 404, { body: 'Missing' }] as const

test.each<readonly [InjectOptions, number, object]>([
  [{ url: '/' }, 200, { headers: { 'cache-control': 'no-cache' } }],
  [asset(), 200, { headers: { 'cache-control': 'public, max-age=31536000, immutable' } }],
  [asset({ range: 'bytes=0-5' }), 206, { body: 'export' }],
  [asset({ range: 'bytes=90-' }), 416, {}],
  [{ url: '/', method: 'HEAD' }, 200, { body: '' }],
  [{ url: '/%E0%A4%A' }, 400, { body: 'Bad Request' }],
  missing('/nothing'),
  missing('/nothing', { 'if-none-match': '*' }),
  missing('/nothing', { range: 'bytes=0-1' }),
  missing('/../package.json'),
  missing('/..%2f..%2fetc%2fpasswd'),
  missing('/assets/'),
  ...SECRETS.map((name) => missing(`/${name}`)),
])('%j is answered with %i', async (request, status, expected) => {
  const response = await app.inject(request)
  expect(response.statusCode).toBe(status)
  expect(response).toMatchObject(expected)
})

test('no address that a client writes as it likes leaves the folder', async () => {
  writeFileSync(join(folder, 'secret.html'), 'secret')
  const inner = buildServer({ site: join(folder, 'assets') })
  onTestFinished(() => inner.close())
  const url = await inner.listen({ port: 0, host: '127.0.0.1' })
  for (const steps of [
    '../',
    '..%2f',
    '%2e%2e/',
    '..%5c',
    '..\\',
    './/../',
    'none/../../',
    '%c0%ae./',
  ]) {
    const request = requestOf(`GET /${steps}secret.html HTTP/1.1`, { host: 'x' })
    const { status, body } = await ask(url, request)
    expect([steps, status < 500, body.includes('secret')]).toEqual([steps, true, false])
  }
})

test('an unchanged page is answered with 304', async () => {
  const { headers } = await app.inject('/')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
})

test.each([
  ['photo.JPG', 'image/jpeg'],
  ['Resume.Pdf', 'application/pdf'],
  ['brand.svg', 'image/svg+xml'],
  ['site.webmanifest', 'application/manifest+json'],
  ['card.vcf', 'vcard'],
  ['photo.avif', 'image/avif'],
  ['font.woff2', 'font/woff2'],
  ['職務経歴書.pdf', 'application/pdf'],
  ['.well-known/security.txt', 'text/plain'],
])('%s is served, with the media type %s', async (name, type) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), 'x')
  const { statusCode, headers } = await app.inject(`/${encodeURI(name)}`)
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining(type)])
})

test('every response of the site has the headers of the build, also after another build', async () => {
  const write = (text: string) => writeFileSync(join(folder, '_headers'), text)
  write('/*\n  X-One: 1\n/assets/*\n  X-Two: 2\n')
  for (const url of ['/', '/nothing', '/_headers']) {
    const { headers, body } = await app.inject(url)
    expect([headers['x-one'], headers['x-two']]).toEqual(['1', undefined])
    expect(body).not.toContain('X-One')
  }
  write('/*\n  X-One: 2 of another length\n')
  expect((await app.inject('/')).headers['x-one']).toBe('2 of another length')
})

test('a page in a folder has its own headers, and is redirected to with the slash', async () => {
  mkdirSync(join(folder, 'blog'))
  writeFileSync(join(folder, 'blog/index.html'), PAGE)
  writeFileSync(join(folder, 'blog/index.html.br'), brotliCompressSync(PAGE))
  writeFileSync(join(folder, '_headers'), '/*\n  X-Policy: every\n/blog/\n  X-Policy: blog\n')
  for (const encoding of ['identity', 'br']) {
    const headers = { 'accept-encoding': encoding }
    expect((await app.inject({ url: '/blog/', headers })).headers['x-policy']).toBe('blog')
    expect((await app.inject({ url: '/', headers })).headers['x-policy']).toBe('every')
  }
  const { statusCode, headers } = await app.inject('/blog?from=home')
  expect([statusCode, headers.location]).toEqual([301, '/blog/?from=home'])
})

test('a site with a base path is served there and at the root, and redirects to the slash', async () => {
  const mounted = buildServer({ site: folder, root: '/portfolio/' })
  onTestFinished(() => mounted.close())
  for (const url of ['/', '/portfolio/']) expect((await mounted.inject(url)).body).toBe(PAGE)
  expect((await mounted.inject('/portfolio/assets/client-abc.js')).body).toBe('export {}')
  const bare = await mounted.inject('/portfolio')
  expect([bare.statusCode, bare.headers.location]).toEqual([308, '/portfolio/'])
  expect((await mounted.inject('/portfolio/none')).statusCode).toBe(404)
})

test.each([
  ['/%C5%BC/', '/%C5%BC'],
  ['/a*b/', '/a*b'],
  ['/:x/', '/:x'],
])('the base path %s may contain any characters', async (root, bare) => {
  const mounted = buildServer({ site: folder, root })
  onTestFinished(() => mounted.close())
  expect((await mounted.inject(`${root}assets/client-abc.js`)).statusCode).toBe(200)
  expect((await mounted.inject(bare)).headers.location).toBe(root)
  expect((await mounted.inject('/other')).statusCode).toBe(404)
})

test.each([
  ['POST', '/nothing', 'application/json', '{"broken'],
  ['QUERY', '/', undefined, undefined],
] as const)(
  '%s to %s with %s does not reveal the server software',
  async (method, url, type, payload) => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      ...(payload && { body: payload }),
      ...(type && { headers: { 'content-type': type } }),
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(['Missing', 'Bad Request']).toContain(await answer.text())
  },
)

test('a page whose gateway cannot be opened is served, and its form gets 503', async () => {
  app = buildServer({ site: folder, isGatewayAway: true })
  expect((await app.inject('/')).statusCode).toBe(200)
  const sent = await app.inject({
    method: 'POST',
    url: '/api/v1.0/email/send-form',
    headers: { 'content-type': 'multipart/form-data' },
    body: 'x',
  })
  expect([sent.statusCode, sent.body]).toEqual([503, 'Service Unavailable'])
})
