import { expect, test } from 'vitest'
import type { Message } from '../store/database.ts'
import {
  type Attempt,
  decide,
  msUntilStart,
  STARTING_STATE,
  type TransportState,
} from './decide.ts'
import { type Failure, type Handover, ownFailure } from './transport.ts'
import { refusalOf } from './transports/graph.ts'
import { describeFailure } from './transports/smtp-errors.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MESSAGE = { id: '1', attempt: 1, consecutive_failures: 1, retry_started_at: NOW } as Message
const SENT: Handover = { kind: 'sent', reply: '250 2.0.0 Ok', redacted: '250 2.0.0' }

/** What a mail server answers to a command. */
const smtp = (command: string, response: string): Failure =>
  describeFailure({ message: `Failed: ${response}`, command, response, code: 'EENVELOPE' })

/** What Graph answers. */
const api = (status: number) => refusalOf({ status, json: {} })

/** An error without an answer. */
const broken = (code: string, hasContentBegun = false) =>
  describeFailure({ message: 'Connection closed', command: 'CONN', code }, hasContentBegun)

const attempt = (handover: Handover | undefined, more: Partial<Attempt> = {}): Attempt => ({
  message: MESSAGE,
  handover,
  state: STARTING_STATE,
  now: NOW,
  random: () => 0,
  ...more,
})

/** What follows for a message: when it is due, whether that was a refusal, and the wait and the kind of it for all. */
function described(given: Attempt) {
  const { result, state } = decide(given)
  const { next_attempt_at: dueAt = 0, consecutive_failures: failures = 0 } = result.changes
  const pace = state.failedSessions > 0 ? 'paused' : state.refusals > 0 ? 'slow' : 'free'
  if (result.outcome !== 'deferred') return `${result.outcome}, ${pace}`
  const place = failures > 0 ? 'behind' : 'first'
  return `${(dueAt - given.now) / MINUTE} min ${place}, ${pace} ${msUntilStart(state, given.now) / SECOND} s`
}

const FAILED_SESSION = '0 min first, paused 60 s'
const REFUSED_FOR_NOW = '1 min behind, slow 1 s'
const REFUSED = '5 min behind, slow 1 s'

// biome-ignore format: a row a case
test.each<[what: string, handover: Handover, follows: string]>([
  ['accepted', SENT, 'sent, free'],
  ['no connection', broken('ESOCKET'), FAILED_SESSION],
  ['silence', broken('ETIMEDOUT'), FAILED_SESSION],
  ['greeting 421', smtp('CONN', '421 4.3.2 busy'), FAILED_SESSION],
  ['greeting 554', smtp('CONN', '554 no'), FAILED_SESSION],
  ['EHLO 550', smtp('EHLO', '550 no'), FAILED_SESSION],
  ['STARTTLS 454', smtp('STARTTLS', '454 4.7.0 no'), FAILED_SESSION],
  ['AUTH 535', smtp('AUTH PLAIN', '535 5.7.8 no'), FAILED_SESSION],
  ['MAIL 421', smtp('MAIL FROM', '421 4.7.0 many'), FAILED_SESSION],
  ['RCPT 421', smtp('RCPT TO', '421 4.7.0 many'), FAILED_SESSION],
  ['Graph 401', api(401), FAILED_SESSION],
  ['Graph 429', api(429), FAILED_SESSION],
  ['Graph 503', api(503), FAILED_SESSION],
  ['MAIL 450', smtp('MAIL FROM', '450 4.7.1 Too many messages'), REFUSED_FOR_NOW],
  ['MAIL 553', smtp('MAIL FROM', '553 5.1.8 no'), REFUSED],
  ['RCPT 452', smtp('RCPT TO', '452 4.2.2 full'), REFUSED_FOR_NOW],
  ['RCPT 550', smtp('RCPT TO', '550 5.1.1 no such user'), REFUSED],
  ['DATA 421', smtp('DATA', '421 4.7.0 many'), REFUSED_FOR_NOW],
  ['DATA 451', smtp('DATA', '451 4.7.1 later'), REFUSED_FOR_NOW],
  ['DATA 554', smtp('DATA', '554 5.7.1 spam'), REFUSED],
  ['a line cut in the content', broken('ECONNECTION', true), REFUSED_FOR_NOW],
  ['a mail that the library refuses', broken('EMESSAGE'), REFUSED],
  ['Graph 413', api(413), REFUSED],
])('%s', (_, handover, follows) => {
  expect(described(attempt(handover))).toBe(follows)
})

/** Applies outcomes one after the other, each when the one before allows. Returns the waits between them. */
function play(outcomes: Handover[]) {
  let state = STARTING_STATE
  let now = NOW
  return outcomes.map((handover) => {
    state = decide(attempt(handover, { state, now })).state
    const ms = msUntilStart(state, now)
    now += ms
    return ms
  })
}

const many = (count: number, handover: Handover) => Array<Handover>(count).fill(handover)
const RATE_LIMIT = smtp('RCPT TO', '450 4.7.1 Too many messages')
const SPAM = smtp('DATA', '554 5.7.1 spam')
const OFFLINE = broken('ESOCKET')

test.each([
  [
    'the gap doubles from 1 to 30 seconds',
    many(7, RATE_LIMIT),
    [1, 2, 4, 8, 16, 30, 30].map((s) => s * SECOND),
  ],
  ['a success ends the gap', [SPAM, SPAM, SENT, SPAM], [1, 2, 0, 1].map((s) => s * SECOND)],
  [
    'a pause lasts 1, 2, 4, 8 and then 15 minutes',
    many(6, OFFLINE),
    [1, 2, 4, 8, 15, 15].map((n) => n * MINUTE),
  ],
  ['a mail that is sent ends a pause', [OFFLINE, OFFLINE, SENT], [MINUTE, 2 * MINUTE, 0]],
  ['a mail that is refused ends a pause', [OFFLINE, SPAM, OFFLINE], [MINUTE, SECOND, MINUTE]],
])('%s', (_, outcomes, waits) => {
  expect(play(outcomes)).toEqual(waits)
})

test.each([
  ['a pause', OFFLINE],
  ['a gap', SPAM],
])('what was in flight does not prolong %s, and a clock that is set back ends it', (_, failure) => {
  const { state } = decide(attempt(failure))
  const { blocked } = decide(attempt(failure, { state, now: NOW + 500 })).state
  expect(blocked).toEqual(state.blocked)
  expect(msUntilStart(state, NOW - HOUR)).toBe(0)
})

test.each([
  ['five days and fifteen attempts', NOW - 5 * DAY - 1, 15, 'rejected'],
  ['a machine that slept for a week has made fewer attempts', NOW - 7 * DAY, 1, 'deferred'],
  ['fifteen attempts in four days', NOW - 4 * DAY, 15, 'deferred'],
])('when a message fails: %s', (_, retry_started_at, attempts, outcome) => {
  const message = { ...MESSAGE, retry_started_at, attempt: attempts }
  for (const handover of [OFFLINE, RATE_LIMIT, SPAM, ownFailure('Unknown template')]) {
    expect(decide(attempt(handover, { message })).result.outcome).toBe(outcome)
  }
})

test.each([
  ['one minute', RATE_LIMIT, [1, 2, 4, 8, 16, 32, 64, 128, 240, 240]],
  ['five minutes after a 5xx', SPAM, [5, 10, 20, 40, 80, 160, 240, 240, 240, 240]],
])('the back-off doubles from %s to four hours', (_, handover, expected) => {
  const delays = expected.map((__, failed) => {
    const message = { ...MESSAGE, consecutive_failures: failed + 1 }
    const { changes } = decide(attempt(handover, { message })).result
    return ((changes.next_attempt_at ?? 0) - NOW) / MINUTE
  })
  expect(delays).toEqual(expected)
})

test.each<[what: string, handover: Handover | undefined, follows: string]>([
  ['that a stop interrupts is due at once', undefined, '0 min behind, paused 60 s'],
  [
    'that cannot be composed waits',
    ownFailure('Unknown template "a"'),
    '8 min behind, paused 60 s',
  ],
])('a message %s, and changes no pause', (_, handover, follows) => {
  const message = { ...MESSAGE, consecutive_failures: 4 }
  const { state } = decide(attempt(OFFLINE))
  expect(described(attempt(handover, { message, state }))).toBe(follows)
})

test.each([
  [['a', 'b', 'a', 'b'], false],
  [['a', 'b', 'a', 'c'], true],
])('a success after refusals of %j makes all refused messages due: %s', (ids, expected) => {
  const refuse = (state: TransportState, id: string) =>
    decide(attempt(SPAM, { state, message: { ...MESSAGE, id } })).state
  const state = ids.reduce(refuse, STARTING_STATE)
  expect(decide(attempt(SENT, { state })).requeuesRefused).toBe(expected)
})
