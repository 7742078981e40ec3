import { setTimeout as rest } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { CONFIG_ERROR_PREFIX } from 'reward-codes-gateway/internal/delivery/decide.ts'
import { expect, onTestFinished, test } from 'vitest'
import { countAttempts, startOwnersMail, startOwnGateway } from '../fixtures/delivery.ts'
import { postForm } from '../fixtures/gateway.ts'
import { tlsFiles } from '../fixtures/mail-server.ts'
import { write } from '../fixtures/messages.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import {
  countSeen,
  type Deed,
  flood,
  reset,
  type ScriptedServer,
  STAGES,
  type Stage,
  say,
  startScriptedDelivery,
  startScriptedServer,
} from '../fixtures/scripted-smtp.ts'
import '../fixtures/mail-test-name.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'

// The issuers of all test certificates are trusted, including the invalid ones.
const own = (['certificate', 'expired', 'another-name'] as const).map((name) =>
  String(tlsFiles(name).cert),
)
setDefaultCACertificates([...getCACertificates('default'), ...own])

const MINUTE_MS = 60_000
const SOME_CODES = [421, 452, 550, 554]
const ALL_CODES = [...codesFrom(400), ...codesFrom(500)]

function codesFrom(first: number) {
  return Array.from({ length: 100 }, (_, number) => first + number)
}

/** The specified handling of a reply code at a stage. */
function handlingOf(stage: Stage, code: number) {
  if (code < 500 || stage === 'data' || stage === 'end') return 'again'
  return 'owner'
}

/** A gateway for each stage. */
function startReplying(extensions: string[]) {
  return Promise.all(
    STAGES.map(async (stage) => {
      const delivery = await startScriptedDelivery()
      const ways = {
        starttls: { extensions: [...extensions, 'STARTTLS'], address: 'smtp://mail.test:' },
        login: {
          extensions: [...extensions, 'AUTH PLAIN'],
          address: 'smtp://name:word@127.0.0.1:',
        },
      }
      const way = Object.entries(ways).find(([name]) => name === stage)?.[1]
      const { address = 'smtp://127.0.0.1:', extensions: own = extensions } = way ?? {}
      const setup = { extensions: own, address: (port: number) => `${address}${port}` }
      return { ...delivery, stage, server: await delivery.addServer(setup) }
    }),
  )
}

type Started = Awaited<ReturnType<typeof startReplying>>[number]

/** Sends a mail to a server that replies `code` at its stage, and accepts 15 min later. */
async function playRound(
  { stage, server, write, quiet, pass, row, attemptsOf }: Started,
  code: number,
) {
  await server.hangUp()
  server.script = { [stage]: say(code) }
  const id = await write()
  await quiet()
  const [attempt] = await attemptsOf(id)
  server.script = {}
  pass(15 * MINUTE_MS)
  await quiet()
  const { state, attempt: attempts, message_id_header } = await row(id)
  const taken = server.taken.filter((name) => name === message_id_header).length
  const isConfigError = attempt?.smtp_response?.startsWith(CONFIG_ERROR_PREFIX) ?? false
  return { stage, attempt, state, attempts, taken, isConfigError }
}

const OUTCOMES = {
  again: { state: 'sent', attempts: 2, taken: 1, isConfigError: false },
  owner: { state: 'sent', attempts: 2, taken: 1, isConfigError: true },
}

test.each([
  ['not pipelined', [] as string[]],
  ['pipelined', ['PIPELINING', '8BITMIME', 'SIZE 1000000']],
])(
  "a 4xx or 5xx reply is retried, or waits for the owner's fix: %s",
  async (how, extensions) => {
    const started = await startReplying(extensions)
    const codes = isLong ? ALL_CODES : SOME_CODES
    const counts = { retried: 0, attempts: 0 }
    for (const code of codes) {
      for (const end of await Promise.all(started.map((one) => playRound(one, code)))) {
        const kind = handlingOf(end.stage, code)
        const where = `${code} at ${end.stage}`
        expect({ where, ...end }).toMatchObject({ where, ...OUTCOMES[kind] })
        expect(end.attempt?.smtp_response, where).toContain(String(code))
        counts.retried++
        counts.attempts += end.attempts
      }
    }
    const servers = started.map(({ server }) => server)
    for (const { mostAtOnce } of servers) expect(mostAtOnce).toBeLessThanOrEqual(2)
    const seen = countSeen(servers, codes.length * STAGES.length)
    expect(seen).toMatchObject({ repeated: 0, 'not delivered': 0 })
    const what = `2 ${codes.length} replies of 4xx and 5xx at each of ${STAGES.length} stages, ${how}`
    recordResult({ table: 'faults', what, figures: { ...seen, ...counts } })
  },
  shortOrLong(60_000, 600_000),
)

const QUARTER_MS = 15 * 60_000
const TRIES = shortOrLong(3, 200)

const addressOf = (port: number) => `smtp://name:word@mail.test:${port}`
const EXTENSIONS = ['STARTTLS', 'AUTH PLAIN']
const good = { address: addressOf, extensions: EXTENSIONS, certificate: 'certificate' as const }

/** Errors that only the owner can fix: their cause, the logged text, and the stages reached. */
const FAULTS: {
  what: string
  spoil: (server: ScriptedServer) => void
  said: RegExp
  reached: string[]
}[] = [
  {
    what: 'STARTTLS stripped from the greeting',
    spoil: (server) => {
      server.options.extensions = ['AUTH PLAIN']
      server.script = { starttls: say(502) }
    },
    said: /STARTTLS/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'an expired certificate',
    spoil: (server) => {
      server.options.certificate = 'expired'
    },
    said: /certificate has expired/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'a certificate for another host name',
    spoil: (server) => {
      server.options.certificate = 'another-name'
    },
    said: /altnames/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'a wrong password',
    spoil: (server) => {
      server.script = { login: say(535) }
    },
    said: /535/,
    reached: ['greeting', 'hello', 'starttls', 'hello', 'login'],
  },
]

test.each(FAULTS)(
  '$what: is retried with an error each time, and delivered when fixed',
  async ({ what, spoil, said, reached }) => {
    const { addServer, write, advance, quiet, row, attemptsOf, log } = await startScriptedDelivery()
    const server = await addServer(good)
    spoil(server)
    const id = await write()
    await quiet()
    expect(server.reached).toEqual(reached)
    for (let tries = 1; tries < TRIES; tries++) await advance()
    expect(await row(id)).toMatchObject({
      state: 'queued',
      attempt: TRIES,
    })
    const errorLines = () =>
      log.filter((line) => / error message deferred/.test(line) && said.test(line))
    await expect.poll(errorLines).toHaveLength(TRIES)
    const attempts = await attemptsOf(id)
    const pauses = attempts
      .slice(1)
      .map((one, n) => one.started_at - (attempts[n]?.started_at ?? 0))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(QUARTER_MS * 1.1)
    Object.assign(server, { options: good, script: {} })
    await advance()
    const { state, message_id_header } = await row(id)
    expect({ state, taken: server.taken }).toEqual({ state: 'sent', taken: [message_id_header] })
    const figures = { ...countSeen([server], 1), attempts: (await attemptsOf(id)).length }
    recordResult({ table: 'faults', what: `2 ${what}`, figures })
  },
  300_000,
)

const TESTED_STAGES: Stage[] = [...STAGES.filter((stage) => stage !== 'starttls'), 'body']

/** Server behaviour that is neither a positive nor a negative reply. */
const MISBEHAVIOUR: Deed[] = [
  reset,
  (socket) => socket.end(),
  (socket) => socket.end('\u0000\u0007 <html>hello?\r\n'),
  (socket) => socket.end('2\r\n'),
  (socket) => socket.end('250-and then'),
  flood('an endless line '),
  flood('250-an endless reply\r\n'),
  say('199 a code of no kind'),
]

/** A gateway for each stage. */
function startMisbehaving() {
  return Promise.all(
    TESTED_STAGES.map(async (stage) => {
      const delivery = await startScriptedDelivery()
      const isLogin = stage === 'login'
      const server = await delivery.addServer({
        extensions: isLogin ? ['AUTH PLAIN'] : [],
        address: (port) => `smtp://${isLogin ? 'name:word@' : ''}127.0.0.1:${port}`,
      })
      return { ...delivery, stage, server }
    }),
  )
}

type Misbehaving = Awaited<ReturnType<typeof startMisbehaving>>[number]

/** Sends a mail to a server that misbehaves, and accepts it later. Returns how many attempts it took. */
async function playMisbehaviour(
  { stage, server, write, quiet, advance, row }: Misbehaving,
  deed: Deed | undefined,
) {
  await server.hangUp()
  server.script = deed ? { [stage]: deed } : {}
  const id = await write()
  await quiet()
  server.script = {}
  while (await advance());
  const { state, attempt, message_id_header } = await row(id)
  const count = (names: string[]) => names.filter((name) => name === message_id_header).length
  const found = { stage, state, taken: count(server.taken), ended: count(server.ended) }
  expect(found).toEqual({ stage, state: 'sent', taken: 1, ended: stage === 'end' ? 2 : 1 })
  // A connection that is just closing may cost one more attempt.
  expect([2, 3]).toContain(attempt)
  return attempt
}

test('resets, malformed and endless SMTP replies are retried with the same Message-ID', async () => {
  const all = await startMisbehaving()
  const rounds = shortOrLong(2, 25 * MISBEHAVIOUR.length)
  let attempts = 0
  for (let round = 0; round < rounds; round++) {
    const played = all.map((one, number) =>
      playMisbehaviour(one, MISBEHAVIOUR[(number + round) % MISBEHAVIOUR.length]),
    )
    for (const count of await Promise.all(played)) attempts += count
  }
  const servers = all.map(({ server }) => server)
  for (const { mostAtOnce } of servers) expect(mostAtOnce).toBeLessThanOrEqual(2)
  const messages = rounds * TESTED_STAGES.length
  const seen = countSeen(servers, messages)
  expect(seen).toMatchObject({ delivered: messages, repeated: 0 })
  const what = '2 resets, garbage and endless lines at each stage'
  recordResult({ table: 'faults', what, figures: { ...seen, attempts } })
}, 600_000)

const MESSAGES = shortOrLong(50, 500)
const RATE_LIMITS: [reply: string, stage: Stage][] = [
  ['450 4.7.1 Too many messages', 'sender'],
  ['450 4.7.1 Too many messages', 'end'],
  ['421 4.7.0 Too many messages', 'end'],
]

test.each(RATE_LIMITS.slice(0, shortOrLong(1, 3)))(
  'a queue against %s (%s) makes at most 20 MAIL in its first seconds',
  async (reply, stage) => {
    const server = await startScriptedServer()
    onTestFinished(server.close)
    server.script[stage] = say(reply)
    const { mail } = await startOwnersMail()
    const { gateway } = await startOwnGateway({
      environment: { ...mail, ...smtpSettings(server.url) },
    })
    for (let n = 0; n < MESSAGES; n++) await write(gateway.store)
    gateway.wake()
    await expect.poll(() => server.conversations).toBe(1)
    await rest(shortOrLong(3000, 10_000))
    const mails = server.reached.filter((one) => one === 'sender').length
    expect(mails).toBeGreaterThan(0)
    expect(mails).toBeLessThanOrEqual(20)
    const what = `2 a queue against ${reply} (${stage}) for ten seconds`
    recordResult({ table: 'faults', what, figures: { messages: MESSAGES, MAIL: mails } })
  },
)

test('customers behind a mail that is always refused wait seconds', async () => {
  const { server, mail } = await startOwnersMail()
  const environment = { ...mail, ...smtpSettings(server.url) }
  const { url, log } = await startOwnGateway({ environment })
  server.refusals.data = 552
  await postForm(url, { message: 'poison' })
  await expect.poll(() => countAttempts(log, 'message deferred')).toBe(1)
  server.refusals.data = 0
  const startedAt = performance.now()
  for (const message of ['one', 'two', 'three']) await postForm(url, { message })
  await server.waitFor(3)
  const seconds = (performance.now() - startedAt) / 1000
  // A pause would last minutes.
  expect(seconds).toBeLessThan(60)
  const figures = { messages: 3, seconds: seconds.toFixed(1) }
  recordResult({ table: 'faults', what: '2 three messages behind one that is refused', figures })
})
