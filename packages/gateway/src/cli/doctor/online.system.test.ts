import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { atNoon, type GatewaySetup, postForm, startTestGateway } from 'test-fixtures/gateway.ts'
import { startMailServer, tlsFiles } from 'test-fixtures/mail-server.ts'
import { startNameServer } from 'test-fixtures/name-server.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { PageAccount } from '../../accounts.ts'
import { DEFAULT_RESULT_PAGE_TEXT } from '../../http/result-page.ts'
import type { OwnSite } from '../../own-site.ts'
import type { Finding } from './finding.ts'
import { checkOnline, checkWay } from './online.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "frame-ancestors 'none'",
}
const ACCOUNT = { publicKey: 'portfolio' } as PageAccount

/** The findings by check, and their results, without the rest. */
async function check(...args: Parameters<typeof findingsOf>) {
  const findings = await findingsOf(...args)
  return Object.fromEntries(
    findings.map(({ check, status, found }) => [check, `${status}: ${found}`]),
  )
}

async function findingsOf(address: string, form?: OwnSite['form']) {
  const site: OwnSite = {
    form,
    account: form && ACCOUNT,
    resultPageText: DEFAULT_RESULT_PAGE_TEXT,
  }
  const findings: Finding[] = []
  for await (const finding of checkOnline(new URL(address), site, new Resolver())) {
    findings.push(finding)
  }
  return findings
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const siteWith = (html: string, headers: Record<string, string> = HEADERS) =>
  serve(({ url }, response) => {
    response.writeHead(url === '/' ? 200 : 404, headers).end(html)
  })

async function gateway(page: Partial<PageAccount>, setup: GatewaySetup = {}) {
  const site = freshFolder()
  mkdirSync(site, { recursive: true })
  writeFileSync(join(site, 'index.html'), '<h1>Anna</h1>')
  writeFileSync(join(site, '404.html'), '<h1>Not here</h1>')
  writeFileSync(
    join(site, '_headers'),
    "/*\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: same-origin\n  Content-Security-Policy: frame-ancestors 'none'\n",
  )
  const started = await startTestGateway({ page, site, ...setup })
  onTestFinished(started.close)
  return started
}

test('a site and its gateway pass, and no message is stored', async () => {
  const { url, gateway: running } = await gateway({ url: undefined, captcha: 'altcha' })
  const found = await check(`${url}/`, {})
  expect(found).toMatchObject({
    page: expect.stringMatching(/^ok: /),
    headers: 'ok: the security headers are sent',
    form: `ok: the gateway at ${url} accepts messages from ${url}`,
  })
  expect(await running.store.db.selectFrom('messages').select('id').execute()).toEqual([])
})

test('a redirect to no address is a finding', async () => {
  const leading = await serve((_, response) => {
    response.writeHead(301, { ...HEADERS, location: 'http://[' }).end()
  })
  expect((await check(leading)).page).toBe(
    `failed: ${leading} leads to "http://[", which is no address`,
  )
})

const SERVER = { MAIL_FROM: 'me@example.org', MAIL_TO: 'me@example.org' }

test('the gateway says whether it has a mail server and whether messages wait', async () => {
  const page = { url: undefined }
  const without = await gateway(page)
  expect((await check(`${without.url}/`, {})).delivery).toBe(
    `failed: the gateway at ${without.url} has no mail server, so messages stay queued`,
  )
  let now = atNoon()
  const mailServer = await startMailServer()
  mailServer.refusals.recipient = 450
  const environment = { ...SERVER, SMTP_URL: mailServer.url }
  const server = await gateway(page, { environment, clock: () => now })
  expect((await check(`${server.url}/`, {})).delivery).toBe(
    `ok: the gateway at ${server.url} has a mail server, and no message waits for an hour`,
  )
  expect(await postForm(server.url)).toMatchObject({ status: 200 })
  expect((await check(`${server.url}/`, {})).delivery).toMatch(/^ok: /)
  now += 3_600_000
  expect((await check(`${server.url}/`, {})).delivery).toBe(
    `failed: the gateway at ${server.url} has not delivered a message for an hour`,
  )
  await mailServer.close()
  const checkLater = async () => {
    // A connection that breaks with a mail in it defers that mail alone.
    now += 300_000
    server.gateway.wake()
    return (await check(`${server.url}/`, {})).delivery
  }
  await expect
    .poll(checkLater)
    .toBe(`failed: the mail server of the gateway at ${server.url} takes no mail`)
})

test('the state of the delivery is told to pages of the gateway, and for known accounts only', async () => {
  const { url } = await gateway({})
  const ask = (account: string, origin?: string) =>
    fetch(`${url}/api/v1.0/delivery?user_id=${account}`, { headers: origin ? { origin } : {} })
  const known = await ask('portfolio', 'https://portfolio.test')
  expect(await known.json()).toEqual({
    hasMailServer: false,
    isPaused: false,
    isStalled: false,
  })
  expect(known.headers.get('cache-control')).toBe('no-store')
  const unknown = await ask('somebody')
  expect([unknown.status, unknown.headers.get('x-reason')]).toEqual([404, 'no-account'])
  expect((await ask('portfolio', 'https://elsewhere.example')).status).toBe(403)
})

test('a server that does not say whether it delivers is a warning', async () => {
  const old = await serve(({ url = '' }, response) => {
    response.writeHead(url.startsWith('/api/v1.0/captcha') ? 200 : 404, HEADERS).end('{}')
  })
  expect((await check(old, {})).delivery).toBe(
    `warning: the gateway at ${new URL(old).origin} does not say whether it delivers`,
  )
})

test('a page on another host than its gateway is accepted if it is a site of the gateway', async () => {
  const page = await siteWith('<h1>Anna</h1>')
  const { origin } = new URL(page)
  const known = await gateway({ url: page, formOrigin: undefined })
  expect(await check(page, { origin: known.url })).toMatchObject({
    form: `ok: the gateway at ${known.url} accepts messages from ${origin}`,
  })
  const foreign = await gateway({ url: 'https://somebody.example.com' })
  expect((await check(page, { origin: foreign.url })).form).toMatch(
    /^failed: the gateway at .* refuses the page \(/,
  )
})

test('a static host without a gateway fails for a form that sends to its own origin', async () => {
  const page = await siteWith('<h1>Anna</h1>', { 'content-type': 'text/html' })
  expect(await check(page, {})).toMatchObject({
    headers:
      'warning: missing or different: x-content-type-options, referrer-policy, content-security-policy',
    form: `failed: ${new URL(page).origin} has no gateway: status 404`,
  })
})

const PAGE = new URL('https://anna.github.io/')

test('without a form, the domain of the address is looked up', async () => {
  const { dns, close } = await startNameServer({ 'anna.dev MX': ['mail.anna.dev'] })
  onTestFinished(close)
  const found = async (email?: string) => {
    const findings = await checkWay({ email, resultPageText: DEFAULT_RESULT_PAGE_TEXT }, dns, PAGE)
    return findings.map(({ status, found }) => `${status}: ${found}`)
  }
  expect(await found('me@anna.dev')).toEqual([
    'ok: the page shows me@anna.dev',
    'ok: anna.dev accepts mail at mail.anna.dev',
  ])
  expect((await found('me@nowhere.invalid')).at(-1)).toMatch(/^(?:failed|warning): /)
  expect(await found()).toEqual(['warning: the page has no form and no address'])
})

test('of a form that sends by EmailJS only the owner can see whether its ids are right', async () => {
  const form = { origin: 'https://api.emailjs.com' }
  const site = { form, resultPageText: DEFAULT_RESULT_PAGE_TEXT }
  expect(await checkWay(site, new Resolver(), PAGE)).toMatchObject([
    { status: 'ok', found: expect.stringContaining('send yourself a message') },
  ])
})

test('a redirect and an error are reported', async () => {
  const moved = await serve((_, response) => {
    response.writeHead(301, { location: '/portfolio/' }).end()
  })
  expect((await check(moved)).page).toBe(`warning: ${moved} leads to ${moved}portfolio/`)
  const broken = await serve((_, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' }).end('no')
  })
  expect(await check(broken)).toMatchObject({
    page: `failed: ${broken} answers 500 with text/plain`,
  })
})

test('nothing more is checked for a name without an address or a server that is down', async () => {
  expect((await check('https://nobody.invalid/')).page).toMatch(/^failed: .*(ENOTFOUND|EAI_AGAIN)/)
  const down = await check('http://127.0.0.1:1/')
  expect(Object.keys(down)).toEqual(['page'])
  expect(down.page).toMatch(/^failed: http:\/\/127\.0\.0\.1:1\/ does not answer: /)
})

test('a certificate that visitors would not trust fails the page', async () => {
  const { key, cert } = tlsFiles('expired')
  const server = createSecureServer({ key, cert }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const found = await check(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(found.page).toMatch(/^failed: .* does not answer: .*certificate/i)
})

test('doctor --site adds these checks to its own, and refuses what is no address', async () => {
  const page = await siteWith('<h1>Anna</h1>')
  const { out } = await runCommand(['doctor', '--json', '--site', page], {
    DATA_DIR: freshFolder(),
  })
  const checks = JSON.parse(out).findings.map(({ check }: Finding) => check)
  expect(checks).toEqual(expect.arrayContaining(['configuration', 'page', 'headers', 'accounts']))
  // The gateway that delivers is elsewhere, so no mail server here is no mistake.
  expect(checks).not.toContain('mail server')
  expect(checks.at(-1)).toBe('mail DNS')
  expect(out).toContain('MAIL_FROM is not set here')
  expect(out).toContain('sends to nobody: MAIL_TO is not set')
  expect(await runCommand(['doctor', '--site', 'anna'])).toMatchObject({ exitCode: 2 })
})

test('doctor --site checks the domains of both addresses without a mail server here', async () => {
  const page = await siteWith('<h1>Anna</h1>')
  const { out } = await runCommand(['doctor', '--json', '--site', page], {
    DATA_DIR: freshFolder(),
    MAIL_FROM: 'me@sender.invalid',
    MAIL_TO: 'a@sender.invalid, b@recipient.invalid',
  })
  const findings: Finding[] = JSON.parse(out).findings
  const domains = findings.filter(({ check }) => check === 'mail DNS').map(({ found }) => found)
  expect(domains).toEqual([
    expect.stringContaining('sender.invalid'),
    expect.stringContaining('recipient.invalid'),
  ])
  expect(findings.map(({ check }) => check)).not.toContain('mail server')
})
