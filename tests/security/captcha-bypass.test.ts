import type { RequestListener } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import {
  type Fields,
  freshForm,
  type GatewaySetup,
  postForm,
  solvedCaptcha,
} from '../fixtures/gateway.ts'
import { shortOrLong } from '../fixtures/results.ts'
import { freshPlace, STORES } from '../fixtures/stores.ts'
import { startVerifier } from '../fixtures/verifier.ts'

async function start(setup: GatewaySetup) {
  const gateway = await startOwnGateway(setup)
  const states = async () => {
    const rows = await gateway.gateway.store.db
      .selectFrom('messages')
      .select(['state', 'reason'])
      .execute()
    return rows.map(({ state, reason }) => (state === 'held' ? `held: ${reason}` : 'taken'))
  }
  return { ...gateway, states }
}

/** More than the limit of the site, from networks that each stay below theirs. */
const REPLAYS = shortOrLong(300, 1000)

const replying = (body: object) => startVerifier((_, to) => to.end(JSON.stringify(body)))

const turnstile = (CAPTCHA_VERIFY_URL: string): GatewaySetup => ({
  page: { captcha: 'turnstile' },
  environment: { TURNSTILE_SECRET: 'secret', CAPTCHA_VERIFY_URL },
})

const answered = (token: string, fields: Fields = {}) =>
  freshForm({ 'g-recaptcha-response': token, ...fields })

describe.each(STORES)('17 Captcha replay and bypass (%s)', (kind) => {
  test('one solution sent many times at once from ten networks counts once', async () => {
    const { url, states, gateway } = await start({
      page: { captcha: 'altcha' },
      environment: {
        ...(await freshPlace(kind)).environment,
        TRUST_PROXY: '1',
        RATE_LIMIT_PER_IP: '200',
        RATE_LIMIT_PER_SITE: '100',
      },
    })
    const from = (network: number) => ({ origin: url, 'x-forwarded-for': `192.0.2.${network}` })
    const token = await solvedCaptcha(gateway)
    const replies = await Promise.all(
      Array.from({ length: REPLAYS }, (_, n) => postForm(url, answered(token), from(n % 10))),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ reason }) => reason === 'captcha-spent')).toHaveLength(REPLAYS - 1)
    const honest = await postForm(url, answered(await solvedCaptcha(gateway)), from(99))
    expect(honest).toMatchObject({ status: 200 })
    expect(await states()).toEqual(['taken', 'taken'])
  }, 60_000)
})

describe('17 Captcha replay and bypass', () => {
  test('one captcha solution is one message, in ten parallel requests and ten encodings', async () => {
    const { url, states, gateway } = await start({ page: { captcha: 'altcha' } })
    const { challenge, solution } = JSON.parse(atob(await solvedCaptcha(gateway)))
    const spellings = Array.from({ length: 10 }, (_, time) =>
      btoa(JSON.stringify({ solution: { ...solution, time }, challenge })),
    )
    const replies = await Promise.all(spellings.map((token) => postForm(url, answered(token))))
    const reasons = replies.map(({ reason }) => reason).sort()
    expect(reasons).toEqual(['accepted', ...Array(9).fill('captcha-spent')])
    expect(await states()).toEqual(['taken'])
  })

  test('a provider’s token is one message at once and in turn, even if it forgets', async () => {
    const setup = turnstile(await replying({ success: true }))
    const { url, states } = await start(setup)
    await Promise.all(Array.from({ length: 10 }, () => postForm(url, answered('token'))))
    expect(await postForm(url, answered('token'))).toMatchObject({ reason: 'captcha-spent' })
    expect(await states()).toEqual(['taken'])
  })

  test('a token solved on another site is rejected', async () => {
    const setup = turnstile(await replying({ success: true, hostname: 'stranger.test' }))
    const { url, states } = await start(setup)
    const reply = await postForm(url, answered('token'), { origin: 'https://portfolio.test' })
    expect(reply).toMatchObject({ status: 400, reason: 'captcha-other-site' })
    expect(await states()).toEqual([])
  })

  test.each<[string, Fields]>([
    ['is left out', { 'g-recaptcha-response': undefined }],
    ['is empty', { 'g-recaptcha-response': '' }],
    ['stands in another field', { 'cf-turnstile-response': 'token' }],
  ])('a message whose token %s is rejected', async (_, fields) => {
    const { url, states } = await start(turnstile(await replying({ success: true })))
    expect(await postForm(url, freshForm(fields))).toMatchObject({ reason: 'captcha-missing' })
    expect(await states()).toEqual([])
  })

  test('a message that claims to come without JavaScript is held and never mailed', async () => {
    const { url, states } = await start({ page: { captcha: 'altcha' } })
    expect(await postForm(url, freshForm({ lib_version: undefined }))).toMatchObject({
      status: 200,
    })
    expect(await states()).toEqual(['held: sent without JavaScript'])
  })

  test('an expired solution is rejected', async () => {
    let now = Date.now()
    const { url, states, gateway } = await start({ page: { captcha: 'altcha' }, clock: () => now })
    const token = await solvedCaptcha(gateway)
    now += 3_600_001
    expect(await postForm(url, answered(token))).toMatchObject({ reason: 'captcha-expired' })
    expect(await states()).toEqual([])
  })
})

describe('18 Failing open', () => {
  test.each<[string, RequestListener]>([
    ['hangs up', (request) => request.socket.destroy()],
    ['answers 500 and yes', (_, to) => to.writeHead(500).end('{"success":true}')],
    ['answers with a page', (_, to) => to.end('<html>success: true</html>')],
    ['answers null', (_, to) => to.end('null')],
    ['answers a word', (_, to) => to.end('"success"')],
    ['answers "true" in quotes', (_, to) => to.end('{"success":"true"}')],
    ['answers a list of codes that is none', (_, to) => to.end('{"error-codes":7}')],
  ])('with a provider that %s, a message is held or rejected', async (_, answer) => {
    const { url, states } = await start(turnstile(await startVerifier(answer)))
    const { status } = await postForm(url, answered('token'))
    expect([200, 400]).toContain(status)
    expect(await states()).not.toContain('taken')
  })

  test.each(['idempotency_keys', 'messages'])(
    'with the table %s missing, a request gets 503 and retry-after',
    async (table) => {
      const { url, gateway, states } = await start({ page: { captcha: 'altcha' } })
      const token = await solvedCaptcha(gateway)
      await sql`alter table ${sql.table(table)} rename to away`.execute(gateway.store.db)
      const reply = await postForm(url, answered(token))
      expect(reply).toMatchObject({
        status: 503,
        text: 'Service Unavailable',
        reason: 'storage-unavailable',
      })
      expect(reply.headers.get('retry-after')).toBe('30')
      await sql`alter table away rename to ${sql.table(table)}`.execute(gateway.store.db)
      expect(await states()).toEqual([])
      expect(await postForm(url, answered(token))).toMatchObject({ reason: 'accepted' })
    },
  )
})
