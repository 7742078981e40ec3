import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildServer } from './app.ts'

const PAGE = '<!doctype html><title>Page</title>'

/** Files that are not served. */
const SECRETS = ['.gateway.json', '.git/page.html', 'assets/.cache/page.html']

let folder: string
let app: FastifyInstance

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-site-'))
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

afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('the page is compressed only if the client accepts it', async () => {
  const compressed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(PAGE)
  const plain = await app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0' } })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.body).toBe(PAGE)
})

test('an unchanged page is answered with 304', async () => {
  const { headers } = await app.inject('/')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('assets are immutable, pages are revalidated', async () => {
  const asset = await app.inject('/assets/client-abc.js')
  expect(asset.headers['cache-control']).toContain('immutable')
  const page = await app.inject('/')
  expect(page.headers['cache-control']).toBe('no-cache')
})

test.each([
  ...SECRETS.map((name) => `/${name}`),
  '/nothing',
  '/../package.json',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/',
])('%s is not found', async (url) => {
  expect(await app.inject(url)).toMatchObject({ statusCode: 404, body: 'Missing' })
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

test('an unknown path gets the 404 page, never a 304', async () => {
  const missing = await app.inject({ url: '/nothing', headers: { 'if-none-match': '*' } })
  expect(missing.statusCode).toBe(404)
  expect(missing.body).toBe('Missing')
})

test('a HEAD request gets the same status without a body', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/' })
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
})

test('a path that cannot be decoded is a bad request', async () => {
  expect(await app.inject('/%E0%A4%A')).toMatchObject({ statusCode: 400, body: 'Bad Request' })
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

test('a range of a file is sent alone', async () => {
  const get = (headers: Record<string, string>) =>
    app.inject({ url: '/assets/client-abc.js', headers })
  expect(await get({ range: 'bytes=0-5' })).toMatchObject({ statusCode: 206, body: 'export' })
  expect(await get({ range: 'bytes=90-' })).toMatchObject({ statusCode: 416 })
  const missing = await app.inject({ url: '/nothing', headers: { range: 'bytes=0-1' } })
  expect(missing).toMatchObject({ statusCode: 404, body: 'Missing' })
})

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
