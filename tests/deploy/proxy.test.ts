import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
let caddy: ReturnType<typeof startProgram> | undefined
/** The program behind the proxy, which answers with what it was asked. */
const site = createServer(({ url, headers }, response) => {
  const { host, 'x-forwarded-for': visitor, 'x-forwarded-proto': scheme } = headers
  response.end(JSON.stringify({ url, host, visitor, scheme }))
})

beforeAll(async () => {
  const program = findProgram('CADDY_PATH')
  if (!program) return
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-caddy-'))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  port = await freePort()
  // Only what a test may not have: the ports 80 and 443, and certificates of an authority on the internet.
  const options = ['admin off', 'local_certs', 'skip_install_trust', `https_port ${port}`]
  const ours = [`http_port ${await freePort()}`, ...options].join('\n')
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n${ours}\n}\nimport ${join(ROOT, 'deploy/Caddyfile')}\n`)
  const upstream = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const env = { ...environment(), ...bufferOf(program), DOMAIN, UPSTREAM: upstream }
  const started = startProgram([program, 'run', '--config', file, '--adapter', 'caddyfile'], {
    env,
  })
  const isReady = () => Promise.all([ask(DOMAIN, '/'), ask(`www.${DOMAIN}`, '/')])
  caddy = started
  const hasEnded = started.ended.then(() => Promise.reject(new Error(started.said())))
  await Promise.race([vi.waitFor(isReady, { timeout: 20_000, interval: 200 }), hasEnded])
  hasEnded.catch(() => {})
})

beforeEach(() => {
  need('CADDY_PATH')
})

afterAll(async () => {
  if (!caddy) return
  await stop(caddy.child)
  site.close()
  rmSync(folder, { recursive: true })
})

test('the name with www leads to the one without, with the path and the query', async () => {
  expect(await ask(`www.${DOMAIN}`, '/privacy/?from=mail')).toMatchObject({
    status: 301,
    location: `https://${DOMAIN}/privacy/?from=mail`,
  })
})

test('the program gets the name of the site, and the address of the visitor, which nobody can forge', async () => {
  const { body } = await ask(DOMAIN, '/a?b=c', { 'x-forwarded-for': '203.0.113.7' })
  expect(JSON.parse(body)).toEqual({
    url: '/a?b=c',
    host: DOMAIN,
    visitor: '127.0.0.1',
    scheme: 'https',
  })
})

test('a page and a form that are sent while the program restarts wait for it', async () => {
  const { port: upstream } = site.address() as AddressInfo
  const closed = once(site, 'close')
  site.close()
  site.closeAllConnections()
  await closed
  const replies = [ask(DOMAIN, '/'), ask(DOMAIN, '/api', {}, 'x'.repeat(5000))]
  setTimeout(() => site.listen(upstream, '127.0.0.1'), 1500)
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
})

test('the configuration for two gateways is valid', () => {
  const file = join(ROOT, 'deploy/compose.postgres.Caddyfile')
  execFileSync(need('CADDY_PATH'), ['validate', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...environment(), ...bufferOf(need('CADDY_PATH')), DOMAIN },
    stdio: 'pipe',
  })
})

/** What buffers a request in this version of Caddy. */
function bufferOf(program: string) {
  const [, minor] = /^v?2\.(\d+)/.exec(execFileSync(program, ['version']).toString()) ?? []
  return Number(minor) > 6 ? { BUFFER: 'request_buffers 128KB' } : {}
}

function environment() {
  return { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
}

/** Asks the proxy for a host, whatever name servers know of it. */
async function ask(host: string, path: string, headers = {}, form?: string) {
  const asked = request({
    host: '127.0.0.1',
    port,
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
