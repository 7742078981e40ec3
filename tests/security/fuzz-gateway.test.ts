import fc from 'fast-check'
import { CHALLENGE_PATH, SEND_FORM_PATH, SEND_PATH } from 'reward-codes-gateway/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  brokenLine,
  FUZZ_TIMEOUT,
  forEvery,
  hostileLine,
  hostileText,
  keepCount,
  noAddress,
  oneAddress,
  startCount,
} from '../fixtures/fuzz.ts'
import {
  asStored,
  expectAllMailed,
  expectNoGrowth,
  expectSound,
  expectStillServed,
  type Form,
  type FuzzGateway,
  MARK,
  multipartOf,
  startFuzzGateway,
} from '../fixtures/fuzz-gateway.ts'
import { CONTROLS, FIELDS } from '../fixtures/gateway.ts'
import { ask, exchange, post, type RawAnswer, requestOf } from '../fixtures/raw-http.ts'
import { shortOrLong } from '../fixtures/results.ts'

describe('forms', () => {
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
      pairs: wellFormed({ ...FIELDS, ...more, ...said }),
      ...rest,
    }))
    .filter(({ pairs, boundary: line }) => pairs.every(([, value]) => !value.includes(line)))

  function wellFormed(fields: Record<string, string>): Form['pairs'] {
    return Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()])
  }

  type Spoil = (given: Form) => Form

  const replaced = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Spoil> =>
    values.map((value) => (given) => ({
      ...given,
      pairs: given.pairs.map(([key, old]): [string, string] => [key, key === name ? value : old]),
    }))
  const added = (...more: [string, string][]): fc.Arbitrary<Spoil> =>
    fc.constant((given) => ({ ...given, pairs: [...given.pairs, ...more] }))
  const file = (parameters: string): fc.Arbitrary<Spoil> =>
    fc.constant((given) => ({ ...given, style: { ...given.style, file: parameters } }))
  const broken = (change: (body: string, given: Form) => string): fc.Arbitrary<Spoil> =>
    fc.constant((given) => ({ ...given, change }))
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
    replaced('service_id', fc.constantFrom('', 'smtp', '__proto__', 'constructor')),
    replaced(
      'template_id',
      fc.constantFrom('', '../contact', 'auto-reply', '__proto__', 'toString'),
    ),
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
        const written = given.pairs.filter(([name]) => !Object.keys(CONTROLS).includes(name))
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
    const spoiled = fc.tuple(form, poison).map(([given, spoil]) => spoil(given))
    const count = await expectAllRefused(gateway, spoiled, WRONG, send)
    keepCount('random forms with one error each, all rejected', count)
  })
})

/** Sends inputs none of which may be accepted. */
async function expectAllRefused<Input>(
  gateway: FuzzGateway,
  inputs: fc.Arbitrary<Input>,
  runs: number,
  send: (input: Input) => Promise<RawAnswer>,
) {
  const count = startCount({ '5xx': 0 }, gateway.worked)
  await forEvery(count, inputs, runs, async (input) => {
    const before = gateway.newest()?.id
    const answer = await send(input)
    expectSound(answer, count)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(gateway.newest()?.id).toBe(before)
  })
  await expectStillServed(gateway)
  expectNoGrowth(gateway, count)
  return count
}

describe('JSON', () => {
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

  function objectOf(entries: [string, string][]): string {
    return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  }

  function bodyOf(said: Fields, as: string, controls: Fields = CONTROLS): string {
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

  const deep = (open: string, close: string) =>
    fc.integer({ min: 1, max: 20_000 }).map((depth) => open.repeat(depth) + close.repeat(depth))

  const nested = fc.oneof(
    deep('[', ']'),
    deep('{"a":', '}').map((text) => text.replace(':}', ':1}')),
    fc.json().filter((text) => /^\s*[[{]/.test(text)),
  )
  const withValue = (names: string[], values: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(...names), values)
      .map(([name, value]) =>
        objectOf([
          ...Object.entries(CONTROLS).map(quoted),
          ['template_params', objectOf([[name, value]])],
        ]),
      )
  const quoted = ([name, value]: [string, string]): [string, string] => [
    name,
    JSON.stringify(value),
  ]
  const withWord = (name: string, values: fc.Arbitrary<string>) =>
    values.map((value) => bodyOf({ message: 'x', [name]: value }, 'plain'))
  const withControl = (name: string, values: fc.Arbitrary<string>) =>
    values.map((value) => bodyOf({ message: 'x' }, 'plain', { ...CONTROLS, [name]: value }))
  const right = bodyOf({ message: MARK }, 'plain')

  /** What must be refused. */
  const wrong: fc.Arbitrary<string | Buffer> = fc.oneof(
    withValue(['user_name', 'message', 'x', '__proto__'], nested),
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
    withControl('service_id', fc.constantFrom('', 'smtp', '__proto__')),
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
    const count = await expectAllRefused(gateway, wrong, WRONG, send)
    keepCount('random invalid JSON, all rejected', count)
  })
})

describe('HTTP', () => {
  const RUNS = shortOrLong(100, 8000)
  /** Half a request gets no answer; its sender does not wait for the gateway to hang up. */
  const PATIENCE_MS = 30

  let gateway: FuzzGateway
  beforeAll(async () => {
    gateway = await startFuzzGateway()
  })
  afterAll(() => gateway.close())

  const PLAIN_STYLE = { isQuoted: false, preamble: '', epilogue: '', partHeaders: '' }
  const fields = { ...FIELDS, message: MARK }
  const form = multipartOf({
    pairs: Object.entries(fields),
    boundary: 'line',
    style: PLAIN_STYLE,
  })
  const json = JSON.stringify({ ...fields, template_params: {} })
  const good = (headers: Record<string, string> = {}) =>
    fc.constantFrom(
      post(gateway.url, SEND_FORM_PATH, form.contentType, form.body, headers),
      post(gateway.url, SEND_PATH, 'application/json', json, headers),
      requestOf(`POST ${SEND_PATH} HTTP/1.1`, { host: 'x', origin: 'http://x', ...headers }),
    )

  const path = fc.oneof(
    fc.constantFrom(
      SEND_FORM_PATH,
      SEND_PATH,
      CHALLENGE_PATH,
      '/',
      '*',
      '//',
      '/%',
      '/%00',
      '/..%2f',
    ),
    fc.webPath(),
    fc
      .constantFrom('?', '&', ';', '%', '\\')
      .map((sign) => `${CHALLENGE_PATH}?${sign.repeat(3000)}`),
    hostileText.map(
      (text) => `${CHALLENGE_PATH}?user_id=${encodeURIComponent(text.toWellFormed())}`,
    ),
    fc
      .array(fc.constantFrom('user_id=portfolio', 'user_id[]=x', '__proto__=x', 'user_id'))
      .map((all) => `${CHALLENGE_PATH}?${all.join('&')}`),
  )
  const line = fc
    .tuple(
      fc.constantFrom(
        'GET',
        'POST',
        'PUT',
        'OPTIONS',
        'HEAD',
        'DELETE',
        'TRACE',
        'QUERY',
        'get',
        '',
      ),
      path,
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.10', ''),
    )
    .map((parts) => parts.join(' '))
  const LENGTHS = ['-1', '+5', '5, 5', '0x5', '1e3', '99999999999999999999', '', '5 5']
  const header: fc.Arbitrary<[string, string]> = fc.oneof(
    fc.tuple(fc.constantFrom('Content-Length'), fc.constantFrom(...LENGTHS)),
    fc.tuple(
      fc.constantFrom('Transfer-Encoding', 'transfer-encoding ', 'Transfer-Encoding\t'),
      fc.constantFrom('chunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'xchunked'),
    ),
    fc.tuple(
      fc.constantFrom('Content-Type'),
      fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary="',
        `multipart/form-data; boundary=${'x'.repeat(9000)}`,
        'multipart/form-data; boundary=line; boundary=another',
        'multipart/mixed; boundary=line',
        'application/json; charset=utf-16',
        'application/json;',
        '/',
        ';',
        '__proto__',
        'text/plain',
      ),
    ),
    fc.tuple(
      fc.constantFrom(
        'Origin',
        'Referer',
        'Host',
        'Accept',
        'Expect',
        'Upgrade',
        'Content-Encoding',
      ),
      fc.oneof(
        hostileText,
        fc.constantFrom('null', 'http://', '100-continue', 'text/html', 'gzip'),
      ),
    ),
    fc.tuple(fc.constantFrom('X-Forwarded-For'), fc.oneof(hostileText, fc.ipV6(), fc.ipV4())),
    fc.tuple(fc.string({ maxLength: 20 }), hostileText),
    fc.tuple(fc.constant(MARK), fc.constantFrom('x'.repeat(20_000), `${MARK}\u00e9`)),
  )
  const nonsense = fc
    .tuple(line, fc.array(header, { maxLength: 8 }), fc.oneof(hostileText, fc.constant(form.body)))
    .map(([first, headers, body]) =>
      requestOf(first, [['Host', 'x'], ...headers], `${body}${MARK}`),
    )

  test('no broken HTTP gets more than a refusal in fixed words', FUZZ_TIMEOUT, async () => {
    const count = startCount({ '5xx': 0 }, gateway.worked)
    await forEvery(count, nonsense, RUNS, async (bytes) => {
      const answers = await exchange(gateway.url, bytes, PATIENCE_MS)
      for (const answer of answers) expectSound(answer, count)
    })
    await expectStillServed(gateway)
    expectNoGrowth(gateway, count)
    keepCount('random HTTP over raw sockets', count)
  })

  const edit = fc.tuple(
    fc.nat(),
    // Mostly of the same length, so that the body is still whole and is looked into.
    fc.option(fc.nat({ max: 20 }), { freq: 2 }),
    fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom(Buffer.from('\r\n'), Buffer.from('--line')),
    ),
  )

  test('a true request with random bytes changed breaks nothing', FUZZ_TIMEOUT, async () => {
    const count = startCount({ '5xx': 0 }, gateway.worked)
    const edits = fc.array(edit, { maxLength: 4 })
    await forEvery(count, fc.tuple(good(), edits), RUNS, async ([whole, all]) => {
      const bytes = all.reduce((old, [where, cut, put]) => {
        const place = where % (old.length + 1)
        return Buffer.concat([
          old.subarray(0, place),
          put,
          old.subarray(place + (cut ?? put.length)),
        ])
      }, whole)
      const answers = await exchange(gateway.url, bytes, PATIENCE_MS)
      for (const answer of answers) expectSound(answer, count)
    })
    await expectStillServed(gateway)
    expectNoGrowth(gateway, count)
    keepCount('valid requests with random bytes changed', count)
  })

  const LENGTH: [string, string] = ['Content-Length', '5']
  const CHUNKED: [string, string] = ['Transfer-Encoding', 'chunked']

  test.each<[string, [string, string][]]>([
    ['a length and chunks', [LENGTH, CHUNKED]],
    ['chunks and a length', [CHUNKED, LENGTH]],
    ['chunks in chunks and a length', [LENGTH, ['Transfer-Encoding', 'chunked, chunked']]],
    ['an unknown coding', [LENGTH, ['Transfer-Encoding', 'xchunked']]],
    ['chunks with a space in their name', [LENGTH, ['Transfer-Encoding ', 'chunked']]],
    ['chunks on a folded line', [LENGTH, ['Transfer-Encoding', '\r\n chunked']]],
    ['two lengths', [LENGTH, ['Content-Length', '6']]],
    ['a length in words', [['Content-Length', '5, 5']]],
    ['a negative length', [['Content-Length', '-5']]],
  ])('a request within a request with %s is not taken in', async (_, framing) => {
    const words = crypto.randomUUID()
    const body = JSON.stringify({ ...fields, template_params: { message: words } })
    const hidden = post(gateway.url, SEND_PATH, 'application/json', body)
    const host: [string, string] = ['Host', new URL(gateway.url).host]
    const outer: [string, string][] = [host, ['Origin', gateway.url], ...framing]
    const begin = requestOf(`POST ${SEND_PATH} HTTP/1.1`, outer, '0\r\n\r\n')
    const answers = await exchange(gateway.url, Buffer.concat([begin, hidden]))
    expect(answers.map(({ status }) => status)).toEqual([400])
    await expectStillServed(gateway)
    expect(gateway.holding(words)).toBe(0)
    await exchange(gateway.url, hidden)
    expect(gateway.holding(words)).toBe(1)
  })
})
