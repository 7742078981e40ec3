import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { startDelivery, startOwnersMail, startOwnGateway } from '../fixtures/delivery.ts'
import { postForm, startTestGateway } from '../fixtures/gateway.ts'
import { type ApiAnswer, startMailApi } from '../fixtures/mail-api.ts'
import type { ReceivedMail } from '../fixtures/mail-server.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A quarter of an hour, and a tenth of jitter. */
const LONGEST_PAUSE_MS = 16.5 * MINUTE_MS
const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const VISITOR = { user_name: 'Zoë <@here> Łoś', user_email: 'zoe@example.org', message: 'My words' }

async function serve(...answers: ApiAnswer[]) {
  const api = await startMailApi(...answers)
  onTestFinished(api.close)
  return api
}

type Api = Awaited<ReturnType<typeof serve>>

/** Each way: its variables, the path of its address, and a success as its documentation has it. */
type Way = [name: string, variables: (url: string) => Record<string, string>, success: ApiAnswer]
const WEBHOOK: Way = [
  'NOTICE_WEBHOOK_URL',
  (url) => ({ NOTICE_WEBHOOK_URL: `${url}/hook`, NOTICE_WEBHOOK_SECRET: SECRET }),
  { status: 204 },
]
const WAYS: Way[] = [
  WEBHOOK,
  [
    'NOTICE_NTFY_URL',
    (url) => ({ NOTICE_NTFY_URL: `${url.replace('//', '//:tk_token@')}/base/topic` }),
    { status: 200, json: { id: 'sPs71M8A2T', event: 'message', topic: 'topic' } },
  ],
  [
    'NOTICE_SLACK_URL',
    (url) => ({ NOTICE_SLACK_URL: `${url}/services/T0/B0/token` }),
    { status: 200 },
  ],
  [
    'NOTICE_DISCORD_URL',
    (url) => ({ NOTICE_DISCORD_URL: `${url}/api/webhooks/1/token` }),
    { status: 204 },
  ],
]

async function start(environment: Record<string, string>) {
  const delivery = await startDelivery({ environment })
  const { gateway, pass } = delivery
  const { db } = gateway.store
  const rows = db.selectFrom('messages').selectAll().where('kind', '=', 'event')
  const events = () => rows.where('template', '=', 'message.received').execute()
  return {
    ...delivery,
    events,
    states: async () => (await events()).map(({ state }) => state),
    isPaused: (name: string) => gateway.delivery.transportStates.get(name)?.trouble !== undefined,
    advance: (milliseconds: number) => {
      pass(milliseconds)
      gateway.wake()
    },
  }
}

type Refused = Awaited<ReturnType<typeof start>> & { api: Api; calls: number }

/** Of two messages, the refused one pauses the way after so many calls, and leaves after the repair. Mails go on. */
async function expectPauseUntilRepair(
  name: string,
  success: ApiAnswer,
  { api, calls, server, states, isPaused, log, advance }: Refused,
) {
  await expect.poll(() => isPaused(name)).toBe(true)
  expect(log.join('\n')).toMatch(new RegExp(`transport paused .*hint="Check ${name}`))
  await server.waitFor(2)
  expect(api.calls).toHaveLength(calls)
  api.answers.splice(0, 1, success)
  advance(LONGEST_PAUSE_MS)
  await expect.poll(async () => (await states()).filter((one) => one === 'sent')).toHaveLength(2)
}

const bodyOf = (api: Api, index = 0) => JSON.parse(api.calls[index]?.body ?? '{}')

test.each(WAYS)(
  '%s: a success is sent once, and a refused address pauses it until it is repaired',
  async (name, variables, success) => {
    const api = await serve(success)
    const delivery = await start(variables(api.url))
    const { url, states, advance } = delivery
    await postForm(url, VISITOR)
    await expect.poll(states).toEqual(['sent'])
    advance(DAY_MS / 2)
    expect(api.calls).toHaveLength(1)
    api.answers.splice(0, 1, { status: 404 })
    await postForm(url, { ...VISITOR, message: 'More words' })
    await expectPauseUntilRepair(name, success, { ...delivery, api, calls: 2 })
  },
)

// One function judges the responses to all ways.
describe('a way', () => {
  const [name, variables, success] = WEBHOOK
  const startWith = async (...answers: ApiAnswer[]) => {
    const api = await serve(...answers)
    const delivery = await start(variables(api.url))
    return { api, ...delivery }
  }

  test('a message is notified, and its mail does not wait for the notice', async () => {
    const { api, server, url, states } = await startWith('silence')
    await postForm(url, VISITOR)
    await server.waitFor(1)
    await expect.poll(() => api.calls.length).toBe(1)
    expect(await states()).toEqual(['queued'])
    expect(api.calls[0]?.body).not.toContain('My words')
  })

  test.each<[what: string, answer: ApiAnswer]>([
    ['401', { status: 401 }],
    ['403', { status: 403 }],
    ['410', { status: 410 }],
    ['429 with retry-after', { status: 429, headers: { 'retry-after': '2' } }],
  ])('%s pauses it until it is repaired', async (_, answer) => {
    const delivery = await startWith(answer)
    await postForm(delivery.url, VISITOR)
    await postForm(delivery.url, { ...VISITOR, message: 'More words' })
    await expectPauseUntilRepair(name, success, { ...delivery, calls: 1 })
  })

  test.each<[what: string, isPause: boolean, answer: ApiAnswer]>([
    ['400', false, { status: 400, json: { message: 'invalid' } }],
    ['500', true, { status: 500 }],
    ['a line cut after the last byte', true, 'cut'],
  ])('%s is retried, under the same id, after a pause: %s', async (_, isPause, answer) => {
    const { api, url, events, isPaused, advance } = await startWith(answer)
    await postForm(url, VISITOR)
    const attempts = async () => (await events())[0]?.consecutive_failures
    await expect.poll(attempts).toBe(1)
    expect(isPaused(name)).toBe(isPause)
    api.answers.splice(0, 1, success)
    advance(6 * MINUTE_MS)
    await expect.poll(async () => (await events())[0]?.state).toBe('sent')
    expect(api.calls).toHaveLength(2)
    expect(api.calls[1]?.headers['webhook-id']).toBe(api.calls[0]?.headers['webhook-id'])
  })

  test('is paused if nothing listens, and reported by mail', async () => {
    const { api, url, server, isPaused } = await startWith(success)
    await api.close()
    await postForm(url, VISITOR)
    await expect.poll(() => isPaused(name)).toBe(true)
    const mails = await server.waitFor(2)
    expect(mails.map(({ mail }) => mail.subject)).toContain(`${name} is paused`)
  })
})

test('a webhook is signed as Standard Webhooks, and has who wrote in its data', async () => {
  const api = await serve({ status: 204 })
  const { url, message } = await start({
    NOTICE_WEBHOOK_URL: `${api.url}/hook`,
    NOTICE_WEBHOOK_SECRET: SECRET,
  })
  await postForm(url, VISITOR)
  await expect.poll(() => api.calls.length).toBe(1)
  const [call] = api.calls
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = call?.headers ?? {}
  expect(call?.path).toBe('/hook')
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${call?.body}`)
  expect(call?.headers['webhook-signature']).toBe(`v1,${expected.digest('base64')}`)
  expect(timestamp).toBe(String(Date.UTC(2026, 0, 15, 12) / 1000))
  expect(bodyOf(api)).toEqual({
    type: 'message.received',
    timestamp: '2026-01-15T12:00:00.000Z',
    data: {
      message: (await message()).id,
      site: 'Reward Codes',
      name: 'Zoë <@here> Łoś',
      email: 'zoe@example.org',
    },
  })
})

test('ntfy gets a title and a text for its topic, with the access token', async () => {
  const api = await serve({ status: 200 })
  const { url } = await start({
    NOTICE_NTFY_URL: `${api.url.replace('//', '//:tk_x@')}/base/topic`,
  })
  await postForm(url, VISITOR)
  await expect.poll(() => api.calls.length).toBe(1)
  expect(api.calls[0]).toMatchObject({
    path: '/base/',
    headers: { authorization: `Basic ${btoa(':tk_x')}` },
  })
  expect(bodyOf(api)).toEqual({
    topic: 'topic',
    title: 'Zoë <@here> Łoś wrote to you',
    message: expect.stringMatching(/^zoe@example\.org\nReward Codes, /),
  })
})

test('a name causes no mention in Slack and Discord, and formats nothing', async () => {
  const slack = await serve({ status: 200 })
  const discord = await serve({ status: 204 })
  const { url } = await start({ NOTICE_SLACK_URL: slack.url, NOTICE_DISCORD_URL: discord.url })
  await postForm(url, { ...VISITOR, user_name: '<!channel> @everyone [a](http://b.test)' })
  await expect.poll(() => discord.calls.length + slack.calls.length).toBe(2)
  expect(bodyOf(slack).text).toMatch(/^&lt;!channel&gt; @everyone/)
  expect(bodyOf(discord)).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 })
  expect(bodyOf(discord).content).toContain('\\[a\\]\\(http\\://b.test\\)')
})

const textsOf = (api: Api) => api.calls.map(({ body }) => String(JSON.parse(body).text))
const subjectsOf = ({ received }: { received: ReceivedMail[] }) =>
  received.map(({ mail }) => mail.subject)

test('the links of a held message can be clicked in Discord', async () => {
  const discord = await serve({ status: 204 })
  const { url, advance } = await start({ NOTICE_DISCORD_URL: discord.url })
  await postForm(url, { ...VISITOR, contact_website_url: 'https://spam.example' })
  advance(1000)
  await expect.poll(() => discord.calls.length).toBe(1)
  expect(bodyOf(discord).content).toMatch(/\nhttps?:\/\/[\w.:-]+\/api\/v1\.0\/review\/[\w.-]+$/)
})

test('a paused transport is reported once by the other ways, and once when it works again', async () => {
  const slack = await serve({ status: 200 })
  const discord = await serve({ status: 204 })
  const ways = { NOTICE_SLACK_URL: slack.url, NOTICE_DISCORD_URL: discord.url }
  const { url, server, gateway, advance } = await start(ways)
  server.refusals.sender = 553
  await postForm(url, VISITOR)
  await expect.poll(() => textsOf(slack)).toHaveLength(2)
  const paused =
    /^The mail server refuses your mails\nThe last answer was: .*553.*\nWhat to do: \w+/
  expect(textsOf(slack)).toContainEqual(expect.stringMatching(paused))
  for (let probes = 0; probes < 3; probes++) {
    const lastAttempt = () => gateway.delivery.transportStates.get('smtp')?.lastAttemptAt ?? 0
    const before = lastAttempt()
    advance(LONGEST_PAUSE_MS)
    await expect.poll(lastAttempt).toBeGreaterThan(before)
  }
  server.refusals.sender = 0
  advance(LONGEST_PAUSE_MS)
  await server.waitFor(1)
  await expect.poll(() => [textsOf(slack).length, discord.calls.length]).toEqual([3, 3])
  expect(textsOf(slack).sort()).toEqual([
    expect.stringMatching(/^The mail server refuses your mails\n/),
    expect.stringMatching(/^The mail server works again\n/),
    expect.stringMatching(/^Zoë /),
  ])
  expect(subjectsOf(server)).toHaveLength(1)
})

test('a pause that a restart with the right settings ends is reported as ended', async () => {
  const slack = await serve({ status: 200 })
  const { server, mail: owner } = await startOwnersMail()
  const mail = { ...owner, NOTICE_SLACK_URL: slack.url }
  const first = await startTestGateway({
    environment: { ...mail, ...smtpSettings('smtp://127.0.0.1:1') },
  })
  await postForm(first.url)
  await expect.poll(() => textsOf(slack)).toHaveLength(2)
  await first.close()
  await startOwnGateway({ environment: { ...mail, ...smtpSettings(server.url) } })
  await server.waitFor(1)
  await expect.poll(() => textsOf(slack).at(-1)).toMatch(/^The mail server works again/)
  expect(slack.calls).toHaveLength(3)
})

test('a held message is not notified', async () => {
  const api = await serve({ status: 200 })
  const { url, gateway } = await start({ NOTICE_SLACK_URL: api.url })
  await postForm(url, { ...VISITOR, contact_website_url: 'https://spam.test' })
  const rows = await gateway.store.db.selectFrom('messages').select(['kind', 'state']).execute()
  expect(rows).toEqual([{ kind: 'message', state: 'held' }])
})

test('a notice that waits is without a name once its message is forgotten', async () => {
  const api = await serve({ status: 500 })
  const { url, server, folder, events, advance } = await start({ NOTICE_SLACK_URL: api.url })
  await postForm(url, VISITOR)
  await server.waitFor(1)
  await expect.poll(async () => (await events())[0]?.consecutive_failures).toBe(1)
  const forget = await callMessages(['forget', VISITOR.user_email, '--yes'], { DATA_DIR: folder })
  expect(forget).toMatchObject({ exitCode: 0 })
  expect(JSON.stringify(await events())).not.toContain('Zo')
  api.answers.splice(0, 1, { status: 200 })
  advance(2 * MINUTE_MS)
  await expect.poll(() => textsOf(api)).toHaveLength(2)
  expect(textsOf(api)[1]).toMatch(/^Somebody wrote to you/)
})

test('a notice of a way that is no longer set does not leave by mail', async () => {
  const { server, mail: owner } = await startOwnersMail()
  const mail = { ...owner, ...smtpSettings(server.url) }
  const environment = { ...mail, NOTICE_SLACK_URL: (await serve({ status: 400 })).url }
  const first = await startTestGateway({ environment })
  await postForm(first.url, VISITOR)
  await expect.poll(() => first.log.join('\n')).toMatch(/notice deferred .* reply="400 "/)
  await server.waitFor(1)
  await first.close()
  const second = await startOwnGateway({
    environment: mail,
    clock: () => Date.now() + 10 * MINUTE_MS,
  })
  await expect
    .poll(() => second.log.join('\n'))
    .toMatch(/notice deferred .*Unknown way \\"NOTICE_SLACK_URL\\"/)
  expect(server.received).toHaveLength(1)
})

test('a notice that waited for more than a day is not sent', async () => {
  const api = await serve({ status: 404 })
  const { url, states, isPaused, advance, server } = await start({ NOTICE_SLACK_URL: api.url })
  await postForm(url, VISITOR)
  await server.waitFor(1)
  await expect.poll(() => isPaused('NOTICE_SLACK_URL')).toBe(true)
  api.answers.splice(0, 1, { status: 200 })
  advance(DAY_MS + LONGEST_PAUSE_MS)
  await postForm(url, { ...VISITOR, message: 'More words' })
  await expect.poll(async () => (await states()).sort()).toContain('failed')
  expect(api.calls.length).toBeLessThanOrEqual(3)
})

test('without a mail server a message is notified', async () => {
  const api = await serve({ status: 200 })
  await postForm(
    (await start({ SMTP_HOST: '', SMTP_PORT: '', NOTICE_SLACK_URL: api.url })).url,
    VISITOR,
  )
  await expect.poll(() => textsOf(api)).toEqual([expect.stringMatching(/^Zoë /)])
})

test('doctor says what became of a notice, and sends one', async () => {
  const slack = await serve({ status: 404 })
  const ntfy = await serve({ status: 200 })
  const ways = { NOTICE_SLACK_URL: slack.url, NOTICE_NTFY_URL: `${ntfy.url}/topic` }
  const { url, folder, isPaused, events } = await start(ways)
  await postForm(url, VISITOR)
  await expect.poll(() => isPaused('NOTICE_SLACK_URL')).toBe(true)
  await expect.poll(async () => (await events()).map(({ state }) => state)).toContain('sent')
  const environment = { DATA_DIR: folder, ...ways }
  const doctor = await runCommand(['doctor', '--json', '--send-test'], environment)
  const findings: { check: string }[] = JSON.parse(doctor.out).findings
  expect(findings.filter(({ check }) => check === 'notices')).toMatchObject([
    { status: 'warning', found: expect.stringMatching(/1 queued; .*NOTICE_SLACK_URL: .*404/) },
    { status: 'ok', found: expect.stringMatching(/^NOTICE_NTFY_URL: 127\.0\.0\.1:\d+: 200$/) },
    { status: 'failed', found: expect.stringMatching(/^NOTICE_SLACK_URL: 404/) },
  ])
}, 30_000)
