import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from 'test-fixtures/folders.ts'
import { stop } from 'test-fixtures/image.ts'
import { freePort } from 'test-fixtures/processes.ts'
import { need } from 'test-fixtures/programs.ts'
import { startProgram } from 'test-fixtures/run-command.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findProgram } from '../../tools/programs.ts'

// Caddy itself with the configurations of deploy/. Without it the tests are skipped.

const DOMAIN = 'portfolio.localhost'

let folder: string
let port: number
const proxies: ReturnType<typeof startProgram>[] = []

/** A program behind the proxy, which answers with its host and what it was asked. */
const site = createServer(async (request, response) => {
  const { host, 'x-forwarded-for': visitor, 'x-forwarded-proto': scheme } = request.headers
  const sent = await text(request)
  const asked = { url: request.url, host, visitor, scheme, ...(sent && { sent }) }
  response.end(JSON.stringify(asked))
})

beforeAll(async () => {
  if (!findProgram('CADDY_PATH')) return
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-caddy-'))
  // It listens there again later.
  await once(site.listen(await freePort(), '127.0.0.1'), 'listening')
  const UPSTREAM = `127.0.0.1:${(site.address() as AddressInfo).port}`
  port = await startProxy(read('Caddyfile'), { UPSTREAM })
  await vi.waitFor(() => ask(`www.${DOMAIN}`, '/'), { timeout: 120_000, interval: 200 })
})

/** Starts Caddy, and returns its port for HTTPS. */
async function startProxy(configuration: string, environment = {}): Promise<number> {
  const httpsPort = await freePort()
  // Only what a test may not have: the ports 80 and 443, and certificates of an authority on the internet.
  const options = ['admin off', 'local_certs', 'skip_install_trust', `https_port ${httpsPort}`]
  const ours = [`http_port ${await freePort()}`, ...options].join('\n')
  const file = join(folder, `Caddyfile-${httpsPort}`)
  writeFileSync(file, `{\n${ours}\n}\n${configuration}`)
  const { PATH } = process.env
  const folders = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const command = [need('CADDY_PATH'), 'run', '--config', file, '--adapter', 'caddyfile']
  const started = startProgram(command, { env: { PATH, ...folders, DOMAIN, ...environment } })
  proxies.push(started)
  const hasEnded = started.ended.then(() => Promise.reject(new Error(started.said())))
  const isReady = () => ask(DOMAIN, '/', { at: httpsPort })
  await Promise.race([vi.waitFor(isReady, { timeout: 120_000, interval: 200 }), hasEnded])
  hasEnded.catch(() => {})
  return httpsPort
}

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')

beforeEach(() => {
  need('CADDY_PATH')
})

afterAll(async () => {
  if (proxies.length === 0) return
  for (const { child } of proxies) await stop(child)
  site.close()
  rmSync(folder, { recursive: true })
})

test('the name with www leads to the one without, with the path and the query', async () => {
  expect(await ask(`www.${DOMAIN}`, '/privacy/?from=mail')).toMatchObject({
    status: 301,
    location: `https://${DOMAIN}/privacy/?from=mail`,
  })
})

test('the program gets the name of the site, and the address of the visitor, which cannot be forged', async () => {
  const { body } = await ask(DOMAIN, '/a?b=c', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(JSON.parse(body)).toEqual({
    url: '/a?b=c',
    host: DOMAIN,
    visitor: '127.0.0.1',
    scheme: 'https',
  })
})

test('a page and forms that are sent while the program restarts wait for it', async () => {
  const { port: upstream } = site.address() as AddressInfo
  const closed = once(site, 'close')
  site.close()
  site.closeAllConnections()
  await closed
  const forms = ['one', 'two', 'three'].map((name) => `${name} `.repeat(1000))
  const replies = ['', ...forms].map((form) => ask(DOMAIN, '/', { form }))
  setTimeout(() => site.listen(upstream, '127.0.0.1'), 500)
  const arrived = (await Promise.all(replies)).map(({ status, body }) => [status, sentIn(body)])
  expect(arrived).toEqual([undefined, ...forms].map((form) => [200, form]))
})

function sentIn(body: string): string | undefined {
  return body ? JSON.parse(body).sent : undefined
}

type Asked = { at?: number; headers?: Record<string, string>; form?: string | undefined }

/** Asks the proxy for a host, whatever name servers know of it. */
async function ask(host: string, path: string, { at = port, headers, form }: Asked = {}) {
  const asked = request({
    host: '127.0.0.1',
    port: at,
    path,
    method: form ? 'POST' : 'GET',
    servername: host,
    rejectUnauthorized: false,
    headers: { host, ...headers },
  }).end(form)
  const [response] = await once(asked, 'response')
  let body = ''
  for await (const part of response) body += part
  return { status: response.statusCode, location: response.headers.location, body }
}
