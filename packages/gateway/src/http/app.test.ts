import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ask, requestOf } from '../../tests/fixtures/raw-http.ts'
import { PLACEHOLDER_COLOURS } from '../artifacts/placeholder.ts'
import { buildServer } from './server.ts'

const PAGE = '<!doctype html><title>Page</title>'

let folder: string
let app: FastifyInstance

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-site-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(PAGE))
  writeFileSync(join(folder, '404.html'), 'Missing')
  writeFileSync(join(folder, 'assets/client-abc.js'), 'export {}')
  writeFileSync(join(folder, '.fingerprint'), 'secret')
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, '.git/page.html'), 'secret')
  app = buildServer({ site: folder })
})

afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('the page comes compressed to whoever takes it, and plain to others', async () => {
  const small = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(PAGE)
  const plain = await app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0' } })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.body).toBe(PAGE)
})

test('a page that has not changed is not sent again', async () => {
  const { headers } = await app.inject('/')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('named files may be kept for ever, pages are asked for each time', async () => {
  const asset = await app.inject('/assets/client-abc.js')
  expect(asset.headers['cache-control']).toContain('immutable')
  const page = await app.inject('/')
  expect(page.headers['cache-control']).toBe('no-cache')
})

test.each([
  '/nothing',
  '/.fingerprint',
  '/.git/page.html',
  '/../package.json',
  '/..%2f..%2fetc%2fpasswd',
  '/%E0%A4%A',
  '/%u002e',
  '/assets',
])('%s is an unknown address', async (url) => {
  expect(await app.inject(url)).toMatchObject({ statusCode: 404, body: 'Missing' })
})

test('an unknown address gets the page made for it, never a 304', async () => {
  const missing = await app.inject({ url: '/nothing', headers: { 'if-none-match': '*' } })
  expect(missing.statusCode).toBe(404)
  expect(missing.body).toBe('Missing')
})

test('a head request tells the same without a body', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/' })
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
})

test.each([
  ['GET http://portfolio.test/assets/client-abc.js HTTP/1.1', 200, 'export {}'],
  ['GET HTTP://portfolio.test HTTP/1.1', 200, PAGE],
  ['GET https://portfolio.test?query HTTP/1.1', 200, PAGE],
  ['GET http://portfolio.test/nothing HTTP/1.1', 404, 'Missing'],
])('a target that names the whole address is that address: %s', async (line, status, body) => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await ask(url, requestOf(line, { host: 'another.test' }))
  expect(answer).toMatchObject({ status, body })
})

test('over TLS the page tells browsers to come by TLS alone', async () => {
  const behind = buildServer({ site: folder, proxies: 1 })
  onTestFinished(() => behind.close())
  const told = async (url: string, protocol: string) => {
    const { headers } = await behind.inject({ url, headers: { 'x-forwarded-proto': protocol } })
    return headers['strict-transport-security']
  }
  for (const url of ['/', '/nothing', '/placeholder/64x40.svg']) {
    expect([await told(url, 'https'), await told(url, 'http')]).toEqual([
      'max-age=31536000',
      undefined,
    ])
  }
})

test('draws a placeholder of any size and text', async () => {
  const drawn = await app.inject('/placeholder/64x40.svg?text=Hello')
  expect(drawn.headers['content-type']).toBe('image/svg+xml')
  expect(drawn.body).toContain('>Hello</text>')
})

test('draws placeholders in the colours of the site, which are no page of it', async () => {
  const colours = { ground: '#ffeeee', shape: '#eecccc', text: '#330000' }
  writeFileSync(join(folder, PLACEHOLDER_COLOURS), JSON.stringify(colours))
  const coloured = buildServer({ site: folder })
  onTestFinished(() => coloured.close())
  const { body } = await coloured.inject('/placeholder/64x40.svg?text=Hello')
  for (const colour of Object.values(colours)) expect(body).toContain(colour)
  expect((await coloured.inject(`/${PLACEHOLDER_COLOURS}`)).statusCode).toBe(404)
})

test('a site with a path answers there and at the top, and leads to its slash', async () => {
  const below = buildServer({ site: folder, root: '/portfolio/' })
  onTestFinished(() => below.close())
  for (const url of ['/', '/portfolio/']) expect((await below.inject(url)).body).toBe(PAGE)
  expect((await below.inject('/portfolio/assets/client-abc.js')).body).toBe('export {}')
  const bare = await below.inject('/portfolio')
  expect([bare.statusCode, bare.headers.location]).toEqual([308, '/portfolio/'])
  expect((await below.inject('/portfolio/none')).statusCode).toBe(404)
})

test.each([
  ['/%C5%BC/', '/%C5%BC'],
  ['/a*b/', '/a*b'],
  ['/:x/', '/:x'],
])('the path %s may have any signs', async (root, bare) => {
  const below = buildServer({ site: folder, root })
  onTestFinished(() => below.close())
  expect((await below.inject(`${root}assets/client-abc.js`)).statusCode).toBe(200)
  expect((await below.inject(bare)).headers.location).toBe(root)
  expect((await below.inject('/other')).statusCode).toBe(404)
})

test.each([
  ['POST', '/nothing', 'application/json', '{"broken'],
  ['QUERY', '/', undefined, undefined],
] as const)(
  '%s to %s with %s says nothing of what the server is made of',
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
