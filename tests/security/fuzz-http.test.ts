import fc from 'fast-check'
import { CHALLENGE_PATH, SEND_FORM_PATH, SEND_PATH } from 'reward-codes-protocol/paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FUZZ_TIMEOUT, forEvery, keepCount, startCount } from '../fixtures/fuzz.ts'
import {
  expectNoGrowth,
  expectSound,
  expectStillServed,
  type FuzzGateway,
  MARK,
  startFuzzGateway,
} from '../fixtures/fuzz-gateway.ts'
import { hostileText } from '../fixtures/hostile-words.ts'
import { multipartOf, PLAIN_FORM } from '../fixtures/multipart.ts'
import { exchange, post, requestOf } from '../fixtures/raw-http.ts'
import { shortOrLong } from '../fixtures/results.ts'

const RUNS = shortOrLong(100, 8000)
/** Half a request gets no answer; its sender does not wait for the gateway to hang up. */
const PATIENCE_MS = 30

let gateway: FuzzGateway
beforeAll(async () => {
  gateway = await startFuzzGateway()
})
afterAll(() => gateway.close())

const PLAIN_STYLE = { isQuoted: false, preamble: '', epilogue: '', partHeaders: '' }
const fields = { ...PLAIN_FORM, message: MARK }
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
  fc.constantFrom('?', '&', ';', '%', '\\').map((sign) => `${CHALLENGE_PATH}?${sign.repeat(3000)}`),
  hostileText.map((text) => `${CHALLENGE_PATH}?user_id=${encodeURIComponent(text.toWellFormed())}`),
  fc
    .array(fc.constantFrom('user_id=portfolio', 'user_id[]=x', '__proto__=x', 'user_id'))
    .map((all) => `${CHALLENGE_PATH}?${all.join('&')}`),
)
const line = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'DELETE', 'TRACE', 'QUERY', 'get', ''),
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
    fc.constantFrom('Origin', 'Referer', 'Host', 'Accept', 'Expect', 'Upgrade', 'Content-Encoding'),
    fc.oneof(hostileText, fc.constantFrom('null', 'http://', '100-continue', 'text/html', 'gzip')),
  ),
  fc.tuple(fc.constantFrom('X-Forwarded-For'), fc.oneof(hostileText, fc.ipV6(), fc.ipV4())),
  fc.tuple(fc.string({ maxLength: 20 }), hostileText),
  fc.tuple(fc.constant(MARK), fc.constantFrom('x'.repeat(20_000), `${MARK}\u00e9`)),
)
const nonsense = fc
  .tuple(line, fc.array(header, { maxLength: 8 }), fc.oneof(hostileText, fc.constant(form.body)))
  .map(([first, headers, body]) => requestOf(first, [['Host', 'x'], ...headers], `${body}${MARK}`))

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
      return Buffer.concat([old.subarray(0, place), put, old.subarray(place + (cut ?? put.length))])
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
