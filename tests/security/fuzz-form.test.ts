import fc from 'fast-check'
import { SEND_FORM_PATH } from 'reward-codes-protocol/paths'
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
import { type Form, multipartOf, PLAIN_FORM, STEERING } from '../fixtures/multipart.ts'
import { ask, post } from '../fixtures/raw-http.ts'
import { shortOrLong } from '../fixtures/results.ts'

const RIGHT = shortOrLong(50, 1000)
const WRONG = shortOrLong(120, 12_000)

let gateway: FuzzGateway
beforeAll(async () => {
  gateway = await startFuzzGateway()
})
afterAll(() => gateway.close())

const boundary = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9'_-]{0,69}[a-z]$/),
  fc.stringMatching(/^[a-z]{71,200}$/),
  fc.constantFrom('----WebKitFormBoundaryx', '__proto__'),
)
const words = fc.record({
  user_name: hostileLine,
  user_email: fc.oneof(oneAddress, fc.constant('')),
  subject: hostileLine,
  message: hostileText,
})
const fieldName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toString', 'company', 'é'),
  fc.stringMatching(/^[a-z]{1,100}$/),
)
const extras = fc.dictionary(fieldName, hostileLine, { maxKeys: 5, noNullPrototype: true })

const form: fc.Arbitrary<Form> = fc
  .record({
    words,
    extras,
    boundary,
    style: fc.record({
      isQuoted: fc.boolean(),
      preamble: fc.constantFrom('', 'preamble\r\n', '\r\n'),
      partHeaders: fc.constantFrom(
        '',
        'Content-Type: text/plain; charset=utf-16\r\n',
        'Content-Type: application/json\r\n',
        `X-Extra: ${'x'.repeat(200)}\r\n`,
      ),
      epilogue: fc.constantFrom('', '\r\n', '\r\nepilogue'),
    }),
  })
  .map(({ words: said, extras: more, ...rest }) => ({
    // A true form gives each sign as UTF-8; half a pair has no such form.
    pairs: wellFormed({ ...PLAIN_FORM, ...more, ...said }),
    ...rest,
  }))
  .filter(({ pairs, boundary: line }) => pairs.every(([, value]) => !value.includes(line)))

function wellFormed(fields: Record<string, string>): Form['pairs'] {
  return Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()])
}

type Spoil = { what: string; spoil: (given: Form) => Form }

const replaced = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Spoil> =>
  values.map((value) => ({
    what: `${name}: ${JSON.stringify(value)}`,
    spoil: (given) => ({
      ...given,
      pairs: given.pairs.map(([key, old]): [string, string] => [key, key === name ? value : old]),
    }),
  }))
const added = (...more: [string, string][]): fc.Arbitrary<Spoil> =>
  fc.constant({
    what: `and ${more.slice(0, 3)}`,
    spoil: (given) => ({ ...given, pairs: [...given.pairs, ...more] }),
  })
const file = (parameters: string): fc.Arbitrary<Spoil> =>
  fc.constant({
    what: parameters,
    spoil: (given) => ({ ...given, style: { ...given.style, file: parameters } }),
  })
const broken = (change: (body: string, given: Form) => string): fc.Arbitrary<Spoil> =>
  fc.constant({ what: String(change), spoil: (given) => ({ ...given, change }) })
const many = Array.from({ length: 3000 }, (_, n): [string, string] => [`f${n}`, ''])

/** What makes a form one that must be refused. */
const poison: fc.Arbitrary<Spoil> = fc.oneof(
  replaced('user_name', brokenLine),
  replaced('subject', brokenLine),
  replaced('user_email', noAddress),
  replaced('user_name', fc.constant('x'.repeat(201))),
  replaced(
    'message',
    hostileText.map((text) => `${text}\0`),
  ),
  replaced('message', fc.constant('x'.repeat(60_000))),
  replaced(
    'user_id',
    hostileLine.filter((id) => id !== 'portfolio'),
  ),
  replaced('service_id', fc.constantFrom('', 'SMTP_URL', '__proto__', 'constructor')),
  replaced('template_id', fc.constantFrom('', '../contact', 'auto-reply', '__proto__', 'toString')),
  added(['user_id', 'another']),
  added(['service_id', 'another'], ['template_id', 'another']),
  added(['template_id', '']),
  added(['x'.repeat(101), 'x']),
  added(...many),
  file('; filename="cv.txt"'),
  file(`; filename*=utf-8''${MARK}.txt`),
  file(`; filename=""; filename*=utf-8''cv.txt`),
  file('; filename="a\\"; name=\\"b"'),
  broken((body, { boundary: line }) => body.slice(0, body.lastIndexOf(`--${line}--`))),
  broken((body, { boundary: line }) => body.replaceAll(`--${line}`, `-${line}`)),
  broken((body) => body.slice(0, body.length / 2)),
  broken((body) => body.replaceAll('Content-Disposition', 'Content-Type')),
  broken((body) => body.replaceAll('form-data', 'attachment')),
  broken((body) => body.replaceAll('; name=', '; nam=')),
  broken(() => ''),
)

const send = async (given: Form) => {
  const { contentType, body } = multipartOf(given)
  return ask(gateway.url, post(gateway.url, SEND_FORM_PATH, contentType, body))
}

test(
  'every form that is right is taken in, and stored as it was written',
  FUZZ_TIMEOUT,
  async () => {
    const count = startCount({ '5xx': 0 }, gateway.worked)
    await forEvery(count, form, RIGHT, async (given) => {
      const answer = await send(given)
      expectSound(answer, count)
      expect(answer).toMatchObject({ status: 200, body: 'OK' })
      const stored: [string, string][] = Object.entries(
        JSON.parse(gateway.newest()?.template_params ?? ''),
      )
      const written = given.pairs.filter(([name]) => !STEERING.includes(name))
      if (answer.headers['x-reason'] === 'accepted')
        expect(stored.sort()).toEqual(asStored(written))
    })
    await expectStillServed(gateway)
    await expectAllMailed(gateway)
    expectNoGrowth(gateway, count)
    keepCount('random valid forms, each stored and mailed', count)
  },
)

test('no form that must be refused is taken in', FUZZ_TIMEOUT, async () => {
  const count = startCount({ '5xx': 0 }, gateway.worked)
  await forEvery(count, fc.tuple(form, poison), WRONG, async ([given, { spoil }]) => {
    const before = gateway.newest()?.id
    const answer = await send(spoil(given))
    expectSound(answer, count)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(gateway.newest()?.id).toBe(before)
  })
  await expectStillServed(gateway)
  expectNoGrowth(gateway, count)
  keepCount('random forms with one error each, all rejected', count)
})
