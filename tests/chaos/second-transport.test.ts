import { setTimeout as sleep } from 'node:timers/promises'
import { DELIVERY_PATH } from 'reward-codes-gateway/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDelivery } from '../fixtures/delivery.ts'
import { postForm } from '../fixtures/gateway.ts'
import { startMailApi } from '../fixtures/mail-api.ts'
import { reset, say, startScriptedServer } from '../fixtures/scripted-smtp.ts'
import { freshPlace, STORES, type StoreKind } from '../fixtures/stores.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A quarter of an hour, and a tenth of jitter. */
const LONGEST_PAUSE_MS = 16.5 * MINUTE_MS
const WRONG_PASSWORD = { login: say('535 5.7.8 Authentication failed') }
const TAKEN = { status: 200, json: { id: 'taken' } }

/** A gateway whose mails leave by SMTP, and by the API of Resend while that is paused. */
async function start(kind: StoreKind, environment: Record<string, string> = {}) {
  const first = await startScriptedServer({ extensions: ['AUTH PLAIN'] })
  onTestFinished(first.close)
  const second = await startMailApi(TAKEN)
  onTestFinished(second.close)
  const { environment: database } = await freshPlace(kind)
  const delivery = await startDelivery({
    environment: {
      ...database,
      SMTP_URL: `smtp://name:word@127.0.0.1:${first.port}`,
      MAIL_TRANSPORT: 'smtp,resend',
      MAIL_API_KEY: 'key',
      MAIL_API_URL: second.url,
      ...environment,
    },
  })
  const { gateway, url, pass } = delivery
  const messages = gateway.store.db.selectFrom('messages').selectAll().where('kind', '=', 'message')
  const rows = () => messages.orderBy('id').execute()
  const isReport = ({ body }: { body: string }) => JSON.parse(body).subject.startsWith('SMTP_URL ')
  return {
    ...delivery,
    first,
    second,
    /** The ids of the messages that the second transport got. */
    keys: () =>
      second.calls
        .filter((call) => !isReport(call))
        .map(({ headers }) => headers['idempotency-key']),
    /** The Message-IDs that the first transport took, without those of reports. */
    taken: async () => {
      const ids = (await rows()).map(({ message_id_header }) => message_id_header)
      return first.taken.filter((one) => ids.includes(one))
    },
    post: async () => {
      const message = crypto.randomUUID()
      expect(await postForm(url, { message })).toMatchObject({ status: 200 })
      const row = (await rows()).find(({ template_params: text }) => text?.includes(message))
      return row?.id ?? ''
    },
    row: async (id: string) => (await rows()).find((one) => one.id === id),
    states: async () => (await rows()).map(({ state }) => state),
    attempts: (id: string) =>
      gateway.store.db.selectFrom('attempts').selectAll().where('message_id', '=', id).execute(),
    isPaused: (name: string) => gateway.pauses.get(name)?.isActive() ?? false,
    advance: (milliseconds: number) => {
      pass(milliseconds)
      gateway.wake()
    },
  }
}

describe.each(STORES)('%s', (kind) => {
  test('the second transport delivers what the first, paused, has not, each message once', async () => {
    const { first, post, keys, states, url, taken } = await start(kind)
    first.script = WRONG_PASSWORD
    const ids = [await post(), await post(), await post()]
    await expect.poll(states).toEqual(['sent', 'sent', 'sent'])
    expect(keys().sort()).toEqual(ids.sort())
    expect(await taken()).toEqual([])
    const status = await fetch(`${url}${DELIVERY_PATH}?user_id=portfolio`)
    expect(await status.json()).toMatchObject({ hasMailServer: true, isPaused: false })
  })

  test('the first transport gets the next message after its repair', async () => {
    const { first, post, keys, row, advance, isPaused, taken } = await start(kind)
    first.script = WRONG_PASSWORD
    await post()
    await expect.poll(keys).toHaveLength(1)
    first.script = {}
    advance(LONGEST_PAUSE_MS)
    // A claim of the second transport that is under way may still take over.
    await sleep(200)
    const id = await post()
    await expect.poll(async () => (await row(id))?.state).toBe('sent')
    expect(await taken()).toHaveLength(1)
    expect(keys()).toHaveLength(1)
    expect(isPaused('SMTP_URL')).toBe(false)
  })

  test('a mail cut after its last byte stays with the first transport', async () => {
    const { first, post, keys, row, attempts, advance, isPaused } = await start(kind)
    first.script = { end: reset }
    const unknown = await post()
    await expect.poll(async () => (await attempts(unknown))[0]?.outcome).toBe('unknown')
    // Its connection is open, so only a new one asks for the login.
    await first.hangUp()
    first.script = WRONG_PASSWORD
    const other = await post()
    await expect.poll(keys).toEqual([other])
    for (let hours = 0; hours < 24; hours++) {
      advance(DAY_MS / 24)
      await expect.poll(() => isPaused('SMTP_URL')).toBe(true)
    }
    expect(await row(unknown)).toMatchObject({ state: 'queued', transport: 'SMTP_URL' })
    first.script = {}
    advance(LONGEST_PAUSE_MS)
    await expect.poll(async () => (await row(unknown))?.state).toBe('sent')
    expect(keys()).toEqual([other])
    expect(first.ended).toEqual(Array(2).fill((await row(unknown))?.message_id_header))
  })

  test('a mail cut after its last byte stays with the second transport, under one key', async () => {
    const { first, second, post, keys, row, advance, attempts, isPaused, taken } = await start(kind)
    first.script = WRONG_PASSWORD
    second.answers.splice(0, 1, 'cut')
    const id = await post()
    await expect.poll(async () => (await attempts(id)).at(-1)?.outcome).toBe('unknown')
    second.answers.splice(0, 1, { status: 401, json: { name: 'invalid_api_key' } })
    first.script = {}
    advance(LONGEST_PAUSE_MS)
    await expect.poll(() => isPaused('resend')).toBe(true)
    const other = await post()
    await expect.poll(async () => (await row(other))?.state).toBe('sent')
    second.answers.splice(0, 1, TAKEN)
    advance(LONGEST_PAUSE_MS)
    await expect.poll(async () => (await row(id))?.state).toBe('sent')
    expect(await taken()).toEqual([(await row(other))?.message_id_header])
    expect(new Set(keys())).toEqual(new Set([id]))
  })

  test('a daily limit of the first moves its mails, and limits of both keep them queued', async () => {
    const { first, second, post, keys, row, advance, isPaused, taken } = await start(kind)
    first.script = { end: say('550 5.4.5 Daily sending quota exceeded') }
    const moved = await post()
    await expect.poll(async () => (await row(moved))?.state).toBe('sent')
    expect(keys()).toEqual([moved])
    const limit = { name: 'daily_quota_exceeded', message: 'You have reached your daily quota' }
    second.answers.splice(0, 1, { status: 429, json: limit, headers: { 'retry-after': '3600' } })
    const waiting = await post()
    await expect.poll(() => isPaused('resend')).toBe(true)
    expect(await row(waiting)).toMatchObject({ state: 'queued' })
    first.script = {}
    advance(DAY_MS)
    await expect.poll(async () => (await row(waiting))?.state).toBe('sent')
    expect(await taken()).toEqual([(await row(waiting))?.message_id_header])
  })

  test('a recipient who has the mail by the first transport gets none by the second', async () => {
    const to = { MAIL_TO: 'one@portfolio.test, two@portfolio.test' }
    const { first, second, post, row, attempts, advance } = await start(kind, to)
    let recipients = 0
    first.script = {
      recipient: (socket) => {
        recipients++
        socket.write(recipients === 1 ? '250 yes\r\n' : '451 4.3.0 later\r\n')
      },
    }
    // The server reads a mail only after a recipient without an action.
    const id = await post()
    await expect.poll(async () => (await attempts(id))[0]?.outcome).toBe('deferred')
    await first.hangUp()
    first.script = WRONG_PASSWORD
    advance(2 * MINUTE_MS)
    await expect.poll(async () => (await row(id))?.state).toBe('sent')
    const mail = second.calls.find((call) => call.headers['idempotency-key'] === id)
    expect(JSON.parse(mail?.body ?? '').to).toEqual(['two@portfolio.test'])
  })
})
