import { describe, expect, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import { atNoon, CONTROLS, freshForm, postForm, postJson } from '../fixtures/gateway.ts'

const CHALLENGE = '/api/v1.0/captcha/challenge'

describe('21 Evasion of rate limits and blocklists', () => {
  test.each([
    ['BAD@Example.ORG', 403],
    ['bad+again@example.org', 403],
    ['ｂａｄ@example.org', 403],
    ['bad@ｅｘａｍｐｌｅ.org', 403],
    ['b\u200bad@example.org', 403],
    ['ba\u00add@example.org', 403],
    ['bad\ufe0f@example.org', 403],
    ['x@SPAM.test', 403],
    ['x@sub.ｓｐａｍ.test', 403],
    ['x@bücher.test', 403],
    ['x@XN--bcher-kva.test', 403],
    ['  bad@example.org ', 403],
    // Other mailboxes, of which the owner has said nothing.
    ['badger@example.org', 200],
    ['x@notspam.test', 200],
    ['x@spam.test.example', 200],
  ])('with a blocklist, %j gets %i', async (user_email, status) => {
    const { url } = await startOwnGateway({
      environment: { SENDER_BLOCKLIST: 'bad@example.org, @Spam.test, bücher.test' },
    })
    expect(await postForm(url, freshForm({ user_email }))).toMatchObject({ status })
  })

  test.each(['<bad@example.org>', 'bad@example.org.', 'bad@spam。test', 'bad @example.org'])(
    'with a blocklist, %j is an invalid address',
    async (user_email) => {
      const { url } = await startOwnGateway({
        environment: { SENDER_BLOCKLIST: 'bad@example.org' },
      })
      expect(await postForm(url, { user_email })).toMatchObject({ reason: 'email-invalid' })
    },
  )

  test.each(['b\u0430d@example.org', 'bad@ex\u0430mple.org', 'bad@example.\u03bfrg'])(
    'an address with mixed alphabets is held: %s',
    async (user_email) => {
      const { url, gateway } = await startOwnGateway()
      expect(await postForm(url, { user_email })).toMatchObject({ status: 200, reason: 'accepted' })
      const rows = await gateway.store.db.selectFrom('messages').select('reason').execute()
      expect(rows).toEqual([{ reason: 'mixed alphabets in the address' }])
    },
  )

  test.each(['иван.петров@почта.example', 'ada@почта.example', 'νίκος@example.org'])(
    'an address in one alphabet is not held: %s',
    async (user_email) => {
      const { url, gateway } = await startOwnGateway()
      await postForm(url, { user_email })
      const rows = await gateway.store.db.selectFrom('messages').select('reason').execute()
      expect(rows).toEqual([{ reason: null }])
    },
  )

  test('no encoding of a request evades the rate limit', async () => {
    const { url } = await startOwnGateway({
      environment: { RATE_LIMIT_PER_IP: '2' },
      clock: atNoon,
    })
    const send = '/api/v1.0/email/send'
    const tries = [
      () => postForm(url, freshForm()),
      () => postJson(url, { ...CONTROLS, template_params: { message: 'x' } }),
      () => postForm(url, freshForm(), { origin: 'https://portfolio.test' }),
      () => postJson(`${url}`, 'nonsense'),
      () => fetch(`${url}${send}?x=1`, { method: 'POST', headers: { origin: url } }),
      () => fetch(`${url}/api/v1.0/email/%73end`, { method: 'POST', headers: { origin: url } }),
    ]
    const statuses = []
    for (const attempt of tries) statuses.push((await attempt()).status)
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429])
  })
})

describe('23 Cost of captcha challenges', () => {
  test('a request over the limit costs no work, with any method', async () => {
    const { url, gateway } = await startOwnGateway({
      page: { captcha: 'altcha' },
      environment: { RATE_LIMIT_PER_IP: '1' },
      clock: atNoon,
    })
    const captcha = gateway.accounts.get('portfolio')?.captcha
    const make = captcha?.challenge
    if (!captcha || !make) throw new Error('no captcha')
    let made = 0
    captcha.challenge = (now) => {
      made++
      return make(now)
    }
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const method = n % 2 ? 'HEAD' : 'GET'
      const { status } = await fetch(`${url}${CHALLENGE}?user_id=portfolio`, { method })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(6).fill(200), ...Array(6).fill(429)])
    expect(made).toBe(6)
  })

  test('requests for unknown accounts count too and cost no work', async () => {
    const { url } = await startOwnGateway({
      environment: { RATE_LIMIT_PER_IP: '1' },
      clock: atNoon,
    })
    const statuses = []
    for (let n = 0; n < 7; n++)
      statuses.push((await fetch(`${url}${CHALLENGE}?user_id=${n}`)).status)
    expect(statuses).toEqual([...Array(6).fill(404), 429])
  })
})
