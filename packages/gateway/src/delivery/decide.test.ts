import { describe, expect, test } from 'vitest'
import type { Message } from '../store/database.ts'
import {
  type Attempt,
  decide,
  lanesOf,
  msUntilStart,
  refusesSender,
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
/** When a message fails. */
const MAX_QUEUE_MS = 5 * DAY
const MIN_ATTEMPTS = 15

/** A transport that has just delivered. */
const WORKING: TransportState = { ...STARTING_STATE, limit: 3 }
const SENT: Handover = { kind: 'sent', reply: '250 2.0.0 Ok', redacted: '250 2.0.0' }

const MESSAGE = {
  id: '1',
  attempt: 1,
  consecutive_failures: 1,
  retry_started_at: NOW,
} as Message

/** What a mail server answers to a command. */
const smtp = (command: string, response: string): Failure =>
  describeFailure({ message: `Failed: ${response}`, command, response, code: 'EENVELOPE' })

/** What an API answers. */
const api = (status: number, about: Partial<Failure> = {}): Failure => ({
  ...refusalOf({ status, json: {} }),
  ...about,
})

/** An error without an answer. */
const broken = (code: string, hasContentBegun = false) =>
  describeFailure({ message: 'Connection closed', command: 'CONN', code }, hasContentBegun)

function attempt(handover: Handover | undefined, more: Partial<Attempt> = {}): Attempt {
  const { message = MESSAGE, state = WORKING, now = NOW } = more
  return { message, handover, state, now, random: () => 0 }
}

const inWords = (ms: number) =>
  [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'min'],
    [SECOND, 's'],
  ].reduce((text, [unit, name]) => {
    if (text || typeof unit !== 'number' || ms < unit) return text
    return `${ms / unit} ${name}`
  }, '') || 'now'

/** A decision in the words of the table. */
function described(given: Attempt): [message: string, transport: string] {
  const { result, state } = decide(given)
  const { next_attempt_at: dueAt = 0, consecutive_failures: failures = 0 } = result.changes
  const waitMs = msUntilStart(state, given.now)
  return [
    result.outcome === 'deferred'
      ? `${inWords(dueAt - given.now)}, ${failures > 0 ? 'after' : 'first'}`
      : result.outcome,
    state.failedSessions > 0
      ? `paused ${inWords(waitMs)}`
      : state.refusals > 0
        ? `slow ${inWords(waitMs)}`
        : `${state.limit}`,
  ]
}

/**
 * The table of all decisions, for the first attempt of a message on a transport that works.
 * Of a message: its outcome, or when it is due and its place in the queue.
 * Of the transport: how many mails may be in flight, its pace or its pause.
 */
// biome-ignore format: a row a case
const TABLE: [
  what: string,
  handover: Handover,
  message: string,
  transport: string,
][] = [
  ['accepted', SENT, 'sent', '3'],
  ['a connection too many', { ...broken('ESOCKET'), isOneTooMany: true }, 'now, first', '3'],
  // The session fails: the transport pauses, and the message keeps its place.
  ['no connection', broken('ESOCKET'), 'now, first', 'paused 1 min'],
  ['no such host', broken('EDNS'), 'now, first', 'paused 1 min'],
  ['silence', broken('ETIMEDOUT'), 'now, first', 'paused 1 min'],
  ['no TLS', broken('ETLS'), 'now, first', 'paused 1 min'],
  ['greeting 421', smtp('CONN', '421 4.3.2 busy'), 'now, first', 'paused 1 min'],
  ['greeting 554', smtp('CONN', '554 no'), 'now, first', 'paused 1 min'],
  ['EHLO 550', smtp('EHLO', '550 no'), 'now, first', 'paused 1 min'],
  ['STARTTLS 454', smtp('STARTTLS', '454 4.7.0 no'), 'now, first', 'paused 1 min'],
  ['AUTH 535', smtp('AUTH PLAIN', '535 5.7.8 no'), 'now, first', 'paused 1 min'],
  ['AUTH 454', smtp('AUTH PLAIN', '454 4.7.0 no'), 'now, first', 'paused 1 min'],
  ['MAIL 421', smtp('MAIL FROM', '421 4.7.0 many'), 'now, first', 'paused 1 min'],
  ['RCPT 421', smtp('RCPT TO', '421 4.7.0 many'), 'now, first', 'paused 1 min'],
  ['DATA 421', smtp('DATA', '421 4.7.0 many'), '1 min, after', 'slow 1 s'],
  ['API 401', api(401), 'now, first', 'paused 1 min'],
  ['API 403', api(403), 'now, first', 'paused 1 min'],
  ['API 429', api(429), 'now, first', 'paused 1 min'],
  ['API 503', api(503), 'now, first', 'paused 1 min'],
  // The sender is refused: the owner repairs it, and it is the same of every mail.
  ['MAIL 450', smtp('MAIL FROM', '450 4.7.1 Too many messages'), '1 min, after', 'slow 1 s'],
  ['MAIL 550', smtp('MAIL FROM', '550 5.7.1 no'), '5 min, after', 'slow 1 s'],
  ['MAIL 553', smtp('MAIL FROM', '553 5.1.8 no'), '5 min, after', 'slow 1 s'],
  ['MAIL 530', smtp('MAIL FROM', '530 5.7.0 TLS'), '5 min, after', 'slow 1 s'],
  ['API sender', api(422, { stage: 'sender' }), '5 min, after', 'slow 1 s'],
  // The recipient is refused: with one mailbox it is the owner's to repair.
  ['RCPT 450', smtp('RCPT TO', '450 4.2.0 Greylisted'), '1 min, after', 'slow 1 s'],
  ['RCPT 452', smtp('RCPT TO', '452 4.2.2 full'), '1 min, after', 'slow 1 s'],
  ['RCPT 550', smtp('RCPT TO', '550 no such user'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.1.1', smtp('RCPT TO', '550 5.1.1 no'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.1.10', smtp('RCPT TO', '556 5.1.10 null MX'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.1.0', smtp('RCPT TO', '550-5.1.0 no'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.1.8, the sender', smtp('RCPT TO', '553 5.1.8 no'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.1.7, the sender', smtp('RCPT TO', '553 5.1.7 no'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.2.1, disabled', smtp('RCPT TO', '550 5.2.1 no'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.2.2, full', smtp('RCPT TO', '552 5.2.2 full'), '5 min, after', 'slow 1 s'],
  ['RCPT 5.7.1, relay', smtp('RCPT TO', '554 5.7.1 Relay access denied'), '5 min, after', 'slow 1 s'],
  ['RCPT 530', smtp('RCPT TO', '530 login'), '5 min, after', 'slow 1 s'],
  ['RCPT 554', smtp('RCPT TO', '554 no'), '5 min, after', 'slow 1 s'],
  ['API recipient', api(422, { stage: 'recipient' }), '5 min, after', 'slow 1 s'],
  // The content is refused: a stranger wrote it.
  ['DATA 451', smtp('DATA', '451 4.7.1 after'), '1 min, after', 'slow 1 s'],
  ['DATA 552', smtp('DATA', '552 5.7.0 blocked'), '5 min, after', 'slow 1 s'],
  ['DATA 552, size', smtp('DATA', '552 5.3.4 too big'), '5 min, after', 'slow 1 s'],
  ['DATA 554', smtp('DATA', '554 5.7.1 spam'), '5 min, after', 'slow 1 s'],
  ['DATA 550, a daily limit', smtp('DATA', '550 5.4.5 quota'), '5 min, after', 'slow 1 s'],
  ['DATA 5.1.1', smtp('DATA', '550 5.1.1 no'), '5 min, after', 'slow 1 s'],
  ['a line cut in the content', broken('ECONNECTION', true), '1 min, after', 'slow 1 s'],
  ['a mail that the library refuses', broken('EMESSAGE'), '5 min, after', 'slow 1 s'],
  ['API 422', api(422), '5 min, after', 'slow 1 s'],
  ['API 413', api(413), '5 min, after', 'slow 1 s'],
]

test.each(TABLE)('%s', (_, handover, ...expected) => {
  expect(described(attempt(handover))).toEqual(expected)
})

/** Applies outcomes one after the other, each when the one before allows. Returns the waits between them. */
function play(outcomes: Handover[], begin = WORKING) {
  let state = begin
  let now = NOW
  return outcomes.map((handover) => {
    state = decide(attempt(handover, { state, now })).state
    const ms = msUntilStart(state, now)
    now += ms
    return { ms, limit: state.limit, state }
  })
}

const many = (count: number, handover: Handover) => Array<Handover>(count).fill(handover)
const RATE_LIMIT = smtp('RCPT TO', '450 4.7.1 Too many messages')
const SPAM = smtp('DATA', '554 5.7.1 spam')
const OFFLINE = broken('ESOCKET')
const NO_MAILBOX = smtp('RCPT TO', '550 5.1.1 no')

describe('the pace of a transport', () => {
  test('the gap doubles from 1 to 30 seconds with each refusal in a row, one mail at a time', () => {
    const played = play(many(8, RATE_LIMIT))
    expect(played.map(({ ms }) => ms / SECOND)).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
    expect(played.every(({ limit }) => limit === 1)).toBe(true)
  })

  test('a success ends the gap, and further ones double the mails in flight', () => {
    const played = play([...many(5, SPAM), ...many(5, SENT)]).slice(5)
    expect(played.map(({ ms }) => ms)).toEqual([0, 0, 0, 0, 0])
    expect(played.map(({ limit }) => limit)).toEqual([1, 2, 3, 3, 3])
  })

  test('a start begins with one mail', () => {
    const played = play(many(4, SENT), STARTING_STATE)
    expect(STARTING_STATE.limit).toBe(1)
    expect(played.map(({ limit }) => limit)).toEqual([2, 3, 3, 3])
  })

  test('a connection too many leaves one lane less for an hour, and pauses nothing', () => {
    const oneTooMany = { ...OFFLINE, isOneTooMany: true }
    const [, , third] = play(many(3, oneTooMany))
    const state = third?.state ?? STARTING_STATE
    expect(state).toMatchObject({ failedSessions: 0, trouble: undefined })
    expect(lanesOf(state, NOW + HOUR - 1)).toEqual({ limit: 1, most: 1 })
    expect(lanesOf(state, NOW + HOUR)).toEqual({ limit: 3, most: 3 })
  })

  test('a connection too many for a single lane is one of another mail, and leaves a gap', () => {
    const oneTooMany = { ...OFFLINE, isOneTooMany: true }
    const played = play(many(4, oneTooMany))
    expect(played.map(({ ms }) => ms / SECOND)).toEqual([0, 0, 2, 2])
  })

  test('mails that were in flight at a refusal do not slow it further', () => {
    const { state } = decide(attempt(SPAM))
    const again = decide(attempt(SPAM, { state, now: NOW + 500 })).state
    expect(again).toMatchObject({ refusals: 1, blocked: state.blocked })
  })
})

describe('the pause of a transport', () => {
  test('it lasts 1, 2, 4, 8 and then 15 minutes', () => {
    const played = play(many(6, OFFLINE))
    expect(played.map(({ ms }) => ms / MINUTE)).toEqual([1, 2, 4, 8, 15, 15])
  })

  test.each([
    ['a mail that is sent', SENT, 0],
    ['a mail that is refused', SPAM, SECOND],
  ])('%s ends it', (_, handover, ms) => {
    const [, after] = play([OFFLINE, handover])
    expect(after).toMatchObject({ ms, state: { failedSessions: 0, trouble: undefined } })
  })

  test('mails that were in flight do not prolong it', () => {
    const { state } = decide(attempt(OFFLINE))
    const again = decide(attempt(OFFLINE, { state, now: NOW + 500 }))
    expect(again.state).toMatchObject({ failedSessions: 1, blocked: state.blocked })
  })

  test('after the clock was set back it is over', () => {
    const { state } = decide(attempt(OFFLINE))
    expect(msUntilStart(state, NOW - HOUR)).toBe(0)
  })
})

describe('the queue lifetime', () => {
  const OLD = NOW - MAX_QUEUE_MS - 1

  test.each([
    ['five days and fifteen attempts', OLD, MIN_ATTEMPTS, 'rejected'],
    ['a machine that slept for a week has made fewer attempts', OLD, 1, 'deferred'],
    ['fifteen attempts in four days', NOW - 4 * DAY, MIN_ATTEMPTS, 'deferred'],
  ])('%s', (_, retry_started_at, attempts, outcome) => {
    const message = { ...MESSAGE, retry_started_at, attempt: attempts }
    const failures = [OFFLINE, RATE_LIMIT, SPAM, NO_MAILBOX, ownFailure('Unknown template')]
    for (const handover of failures) {
      const { result } = decide(attempt(handover, { message }))
      expect(result.outcome).toBe(outcome)
    }
  })

  test.each([
    ['one minute', RATE_LIMIT, [1, 2, 4, 8, 16, 32, 64, 128, 240, 240]],
    ['five minutes after a 5xx', SPAM, [5, 10, 20, 40, 80, 160, 240, 240, 240, 240]],
  ])('the back-off doubles from %s to four hours', (_, handover, expected) => {
    const delays = expected.map((__, failed) => {
      const message = { ...MESSAGE, consecutive_failures: failed + 1 }
      const { result } = decide(attempt(handover, { message }))
      return ((result.changes.next_attempt_at ?? 0) - NOW) / MINUTE
    })
    expect(delays).toEqual(expected)
  })
})

test('a message that cannot be composed waits as one that is refused, and changes no pause', () => {
  const { state } = decide(attempt(OFFLINE))
  const given = attempt(ownFailure('Unknown template "a"'), { state })
  expect(described(given)).toEqual(['1 min, after', 'paused 1 min'])
  expect(decide(given).state).toBe(state)
  expect(decide(given).result.reply).toBe('Unknown template "a"')
})

test('a message that a stop interrupts is due at once, as before', () => {
  const message = { ...MESSAGE, consecutive_failures: 4 }
  const { result, state } = decide(attempt(undefined, { message }))
  const changes = { next_attempt_at: NOW, consecutive_failures: 3 }
  expect(result).toMatchObject({ outcome: 'deferred', changes })
  expect(state).toBe(WORKING)
})

test('a session that fails is no refusal', () => {
  const message = { ...MESSAGE, consecutive_failures: 4 }
  const { changes } = decide(attempt(OFFLINE, { message })).result
  expect(changes).toMatchObject({ consecutive_failures: 3 })
})

test('the first success after three different messages were refused makes all refused ones due', () => {
  const refusedOnce = (ids: string[]) =>
    ids.reduce((state, id) => {
      const message = { ...MESSAGE, id }
      return decide(attempt(SPAM, { state, message })).state
    }, WORKING)
  const requeues = (ids: string[]) =>
    decide(attempt(SENT, { state: refusedOnce(ids) })).requeuesRefused
  expect(requeues(['a', 'b', 'a', 'b'])).toBe(false)
  expect(requeues(['a', 'b', 'a', 'c'])).toBe(true)
})

// biome-ignore format: a row a case
test.each([
  ['an empty return path', smtp('MAIL FROM', '501 Invalid MAIL FROM'), true],
  ['an empty return path, which the server says after RCPT', smtp('RCPT TO', '501 5.1.7 <>: Sender address rejected'), true],
  ['an empty return path, later', smtp('MAIL FROM', '451 later'), false],
  ['the visitor’s mailbox', smtp('RCPT TO', '550 no'), false],
])('whether a server refuses the sender: %s', (_, failure, expected) => {
  expect(refusesSender(failure)).toBe(expected)
})
