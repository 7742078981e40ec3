import fc from 'fast-check'
import { SEND_PATH } from 'reward-codes-protocol/paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FUZZ_TIMEOUT, forEvery, keepCount, startCount } from '../fixtures/fuzz.ts'
import {
  asStored,
  expectAllMailed,
  expectNoGrowth,
  expectSound,
  expectStillServed,
  type FuzzGateway,
  MARK,
  startFuzzGateway,
} from '../fixtures/fuzz-gateway.ts'
import {
  brokenLine,
  hostileLine,
  hostileText,
  noAddress,
  oneAddress,
} from '../fixtures/hostile-words.ts'
import { PLAIN_FORM, STEERING } from '../fixtures/multipart.ts'
import { ask, post } from '../fixtures/raw-http.ts'
import { shortOrLong } from '../fixtures/results.ts'

const RIGHT = shortOrLong(50, 1000)
const WRONG = shortOrLong(120, 12_000)

let gateway: FuzzGateway
beforeAll(async () => {
  gateway = await startFuzzGateway()
})
afterAll(() => gateway.close())

type Fields = Record<string, string>

const words: fc.Arbitrary<Fields> = fc.record(
  {
    user_name: hostileLine,
    user_email: oneAddress,
    subject: hostileLine,
    message: hostileText,
    company: hostileText,
    constructor: hostileText,
    // Quoted, so that it is an own property and not the prototype.
    ['__proto__']: hostileText,
  },
  { requiredKeys: ['message'], noNullPrototype: true },
)

/** How one and the same value may be written down. */
const WRITINGS: Record<string, (text: string) => string> = {
  plain: JSON.stringify,
  escaped: (text) => `"${[...Array(text.length).keys()].map((n) => unit(text, n)).join('')}"`,
  spaced: (text) => ` \t\r\n${JSON.stringify(text)}\n `,
}
const writing = fc.constantFrom(...Object.keys(WRITINGS))

function unit(text: string, place: number): string {
  return `\\u${text.charCodeAt(place).toString(16).padStart(4, '0')}`
}

const steering = Object.fromEntries(STEERING.map((name) => [name, PLAIN_FORM[name] ?? '']))

function objectOf(entries: [string, string][]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

function bodyOf(said: Fields, as: string, controls: Fields = steering): string {
  const write = WRITINGS[as] ?? JSON.stringify
  const written = (fields: Fields) =>
    Object.entries(fields).map(([name, value]): [string, string] => [name, write(value)])
  return objectOf([...written(controls), ['template_params', objectOf(written(said))]])
}

const send = (body: string | Buffer, contentType = 'application/json') =>
  ask(gateway.url, post(gateway.url, SEND_PATH, contentType, body))

test(
  'every message in JSON that is right is taken in, and stored as it was written',
  FUZZ_TIMEOUT,
  async () => {
    const count = startCount({ '5xx': 0 }, gateway.worked)
    await forEvery(count, fc.tuple(words, writing), RIGHT, async ([said, as]) => {
      const answer = await send(bodyOf(said, as))
      expectSound(answer, count)
      expect(answer).toMatchObject({ status: 200, body: 'OK' })
      if (answer.headers['x-reason'] !== 'accepted') return
      const stored: [string, string][] = Object.entries(
        JSON.parse(gateway.newest()?.template_params ?? ''),
      )
      expect(stored.sort()).toEqual(asStored(Object.entries(said)))
    })
    await expectStillServed(gateway)
    await expectAllMailed(gateway)
    expectNoGrowth(gateway, count)
    keepCount('random valid JSON, each stored and mailed', count)
  },
)

const deep = (open: string, close: string, min = 1) =>
  fc.integer({ min, max: 20_000 }).map((depth) => open.repeat(depth) + close.repeat(depth))

const deepObject = (min?: number) =>
  deep('{"a":', '}', min).map((text) => text.replace(':}', ':1}'))
const nested = fc.oneof(
  deep('[', ']'),
  deepObject(),
  fc.json().filter((text) => /^\s*[[{]/.test(text)),
)
const withValue = (names: string[], values: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...names), values)
    .map(([name, value]) =>
      objectOf([
        ...Object.entries(steering).map(quoted),
        ['template_params', objectOf([[name, value]])],
      ]),
    )
const quoted = ([name, value]: [string, string]): [string, string] => [name, JSON.stringify(value)]
const withWord = (name: string, values: fc.Arbitrary<string>) =>
  values.map((value) => bodyOf({ message: 'x', [name]: value }, 'plain'))
const withControl = (name: string, values: fc.Arbitrary<string>) =>
  values.map((value) => bodyOf({ message: 'x' }, 'plain', { ...steering, [name]: value }))
const right = bodyOf({ message: MARK }, 'plain')

/** What must be refused. */
const wrong: fc.Arbitrary<string | Buffer> = fc.oneof(
  withValue(['user_name', 'message'], nested),
  withValue(['x', '__proto__'], fc.oneof(deep('[', ']', 12), deepObject(12))),
  nested,
  fc.json().map((text) => (text.startsWith('{') ? `[${text}]` : text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  withWord('user_name', brokenLine),
  withWord('subject', brokenLine),
  withWord('user_email', noAddress),
  withWord(
    'message',
    hostileText.map((text) => `${text}\0`),
  ),
  withWord('message', fc.constant('😀'.repeat(13_000))),
  withWord('service_id', fc.constant('another')),
  withControl(
    'user_id',
    hostileLine.filter((id) => id !== 'portfolio'),
  ),
  withControl('service_id', fc.constantFrom('', 'SMTP_URL', '__proto__')),
  withControl('template_id', fc.constantFrom('', 'auto-reply', '../contact', 'constructor')),
  fc.constantFrom(
    `\ufeff${right}`,
    `${right}${right}`,
    `${right},`,
    `[${right}]`,
    JSON.stringify(right),
    right.replaceAll('"', "'"),
    right.replace('}', ',}'),
    right.replace('{', '{"user_id":"another",').replace('"portfolio"', 'null'),
    right.replace('"portfolio"', '1e999'),
    right.replace('"portfolio"', '{"toString":"portfolio"}'),
    right.replace('"template_params":{', '"template_params":[{').replace(/}}$/, '}]}'),
    right.replace(MARK, 'x'.repeat(200_000)),
    right.slice(0, -1),
  ),
  fc.constantFrom('utf16le', 'utf-16le').map((coding) => Buffer.from(right, coding as 'utf16le')),
)

test('no JSON that must be refused is taken in', FUZZ_TIMEOUT, async () => {
  const count = startCount({ '5xx': 0 }, gateway.worked)
  await forEvery(count, wrong, WRONG, async (body) => {
    const before = gateway.newest()?.id
    const answer = await send(body)
    expectSound(answer, count)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(gateway.newest()?.id).toBe(before)
  })
  await expectStillServed(gateway)
  expectNoGrowth(gateway, count)
  keepCount('random invalid JSON, all rejected', count)
})
