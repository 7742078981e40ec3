import { readdirSync, readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { CHALLENGE_PATH, SEND_FORM_PATH, SEND_PATH } from 'reward-codes-gateway/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnMailServer } from '../fixtures/delivery.ts'
import { ROOT } from '../fixtures/folders.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { edited, forEvery, hostileLine, hostileText, oneAddress } from '../fixtures/fuzz.ts'
import { CONTROLS, FIELDS, freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { mailSettings, type ReceivedMail } from '../fixtures/mail-server.ts'
import { memoryOf, processorMs } from '../fixtures/processes.ts'
import { ask, exchange, post, type RawAnswer, requestOf } from '../fixtures/raw-http.ts'
import { readPage } from '../fixtures/read-page.ts'

/** A leak per input exhausts this heap long before it exhausts the machine. */
const HEAP_MB = 160
/**
 * A warm process uses 50 to 70 MB more than a fresh one (measured). The long run sends tens of
 * thousands of inputs, so a leak of 10 KB per input would be hundreds of MB.
 */
const MAX_GROWTH_MB = 150
const NO_LIMIT = '1000000000'

/** A gateway in a child process without rate limits, and what it has stored. */
async function start() {
  const folder = freshFolder()
  const server = await startOwnMailServer()
  const { url, child, stop } = await spawnGateway({
    DATA_DIR: folder,
    ...mailSettings(server.url),
    RATE_LIMIT_PER_IP: NO_LIMIT,
    RATE_LIMIT_PER_SITE: NO_LIMIT,
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  })
  const name = readdirSync(folder).find((file) => file.endsWith('.db')) ?? ''
  const database = new DatabaseSync(join(folder, name), { readOnly: true })
  onTestFinished(async () => {
    database.close()
    await stop('SIGTERM')
  })
  const ask = (query: string) => database.prepare(`select ${query}`)
  const newest = ask('id, template_params from messages order by id desc limit 1')
  const states = ask('distinct state from messages')
  const holding = ask('count(*) as number from messages where instr(template_params, ?)')
  const before = memoryOf(child.pid)
  const counts: Record<string, number> = {}
  return {
    url,
    server,
    newest: () => newest.get() as { id: string; template_params: string } | undefined,
    states: () => states.all().map(({ state }) => state),
    holding: (text: string) => Number(holding.get(text)?.number),
    expectSound: (answer: RawAnswer) => expectSound(answer, counts),
    run: {
      worked: () => processorMs(child.pid),
      figures: () => ({ ...counts, 'MB at start': before, 'MB at end': memoryOf(child.pid) }),
    },
    expectStillServed: async () => {
      expect(await postForm(url, freshForm())).toMatchObject({ status: 200 })
      expect(memoryOf(child.pid) - before).toBeLessThan(MAX_GROWTH_MB)
    },
  }
}

/** Every error text that the gateway may send. Any other text is a leak. */
const FIELD = '[a-zA-Z_-]{1,30}'
const ERROR_TEXTS = [
  ...Object.values(STATUS_CODES),
  // The server's own, of what is no HTTP.
  '\\{"error":"[A-Za-z ]+","message":"[A-Za-z ]+","statusCode":4\\d\\d\\}',
  'The request is malformed',
  'Attachments are not accepted',
  'Variables size limit \\(50 KB\\)',
  'Too many fields \\(at most 50\\)',
  'There is no such captcha',
  'A parameter is a list or an object: text, numbers and booleans are accepted',
  'A parameter holds a line break where none may be',
  'API access from non-browser environments is currently disabled',
  'reCAPTCHA: [a-zA-Z -]{1,60}',
  'The (Public Key is invalid|service ID not found|template ID not found)',
  `The ${FIELD} parameter is (required|too long|not one e-mail address|given twice with different values)`,
]
const ERROR_TEXT = new RegExp(`^(${ERROR_TEXTS.join('|')})$`)
const CONTENT_TYPES = ['text/plain; charset=utf-8', 'text/html; charset=utf-8', 'application/json']
/** Every request over raw sockets contains this marker. No response may contain it. */
const MARK = 'zqmark'

/** Checks the invariants of every response. */
function expectSound({ status, headers, body }: RawAnswer, counts: Record<string, number>) {
  const kind = `${Math.floor(status / 100)}xx`
  counts[kind] = (counts[kind] ?? 0) + 1
  expect(status, `${status} ${body}`).toBeLessThan(500)
  expect(`${JSON.stringify(headers)}${body}`).not.toContain(MARK)
  // Responses to HEAD and preflight requests have no body.
  if (body === '') return
  expect(CONTENT_TYPES).toContain(headers['content-type'])
  if (headers['content-type'] === 'text/html; charset=utf-8') return
  expect(body).toMatch(ERROR_TEXT)
}

type Pairs = [name: string, value: string][]
type Written = { path: string; contentType: string; body: string | Buffer }
type Write = (pairs: Pairs) => Written

const boundary = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9'_-]{9,69}[a-z]$/),
  fc.stringMatching(/^[a-z]{71,200}$/),
  fc.constantFrom('----WebKitFormBoundaryx', '__proto__line'),
)
const formStyle = fc.record({
  boundary,
  isQuoted: fc.boolean(),
  preamble: fc.constantFrom('', 'preamble\r\n', '\r\n'),
  partHeaders: fc.constantFrom(
    '',
    'Content-Type: text/plain; charset=utf-16\r\n',
    'Content-Type: application/json\r\n',
    `X-Extra: ${'x'.repeat(200)}\r\n`,
  ),
  epilogue: fc.constantFrom('', '\r\n', '\r\nepilogue'),
})

/** Serializes a form byte by byte, including forms that no HTTP client would send. */
const asForm =
  ({ boundary: line, isQuoted, preamble, partHeaders, epilogue }: Styled): Write =>
  (pairs) => {
    // A true form gives each sign as UTF-8; half a pair has no such form.
    const parts = pairs.map(
      ([name, value]) =>
        `--${line}\r\n${partHeaders}Content-Disposition: form-data; name="${name}"\r\n\r\n` +
        `${value.toWellFormed()}\r\n`,
    )
    return {
      path: SEND_FORM_PATH,
      contentType: `multipart/form-data; boundary=${isQuoted ? `"${line}"` : line}`,
      body: `${preamble}${parts.join('')}--${line}--${epilogue}`,
    }
  }
type Styled = typeof formStyle extends fc.Arbitrary<infer Style> ? Style : never

/** How one and the same value may be written down in JSON. */
const WRITINGS: ((text: string) => string)[] = [
  JSON.stringify,
  (text) =>
    `"${text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`,
  (text) => ` \t\r\n${JSON.stringify(text)}\n `,
]

const objectOf = (entries: Pairs) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

const asJson =
  (write: (text: string) => string): Write =>
  (pairs) => {
    const isControl = ([name]: [string, string], place: number) =>
      Object.hasOwn(CONTROLS, name) && pairs.findIndex(([other]) => other === name) === place
    const all: Pairs = pairs.map(([name, value]) => [name, write(value)])
    const params = objectOf(all.filter((_, place) => !isControl(pairs[place] ?? ['', ''], place)))
    const controls = all.filter((_, place) => isControl(pairs[place] ?? ['', ''], place))
    const body = objectOf([...controls, ['template_params', params]])
    return { path: SEND_PATH, contentType: 'application/json', body }
  }

const fieldName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toString', 'company', 'é'),
  fc.stringMatching(/^[a-z]{1,100}$/),
)
/** The fields of a message that is right. */
const rightPairs: fc.Arbitrary<Pairs> = fc
  .tuple(
    fc.record({
      user_name: hostileLine,
      user_email: fc.oneof(oneAddress, fc.constant('')),
      subject: hostileLine,
      message: hostileText,
    }),
    fc.uniqueArray(fc.tuple(fieldName, hostileLine), { maxLength: 5, selector: ([name]) => name }),
  )
  .map(([said, more]) => [...Object.entries({ ...FIELDS, ...said }), ...more])
const write = fc.oneof(formStyle.map(asForm), fc.constantFrom(...WRITINGS).map(asJson))

/** The fields as stored: trimmed, and without the empty ones. */
function asStored(pairs: Pairs): Pairs {
  return pairs
    .map(([name, value]): [string, string] => [
      name,
      value.trim() && value.replace(/^[\p{Zs}\t]+|[\p{Zs}\t]+$/gu, ''),
    ])
    .filter(([name, value]) => value !== '' && !Object.hasOwn(CONTROLS, name))
    .sort()
}

test('every message that is right is taken in, stored as it was written, and mailed', async () => {
  const gateway = await start()
  const inputs = fc.tuple(rightPairs, write)
  const check = async ([pairs, writeAs]: [Pairs, Write]) => {
    const { path, contentType, body } = writeAs(pairs)
    const answer = await ask(gateway.url, post(gateway.url, path, contentType, body))
    gateway.expectSound(answer)
    expect(answer).toMatchObject({ status: 200, body: 'OK' })
    if (answer.headers['x-reason'] !== 'accepted') return
    const stored: Pairs = Object.entries(JSON.parse(gateway.newest()?.template_params ?? ''))
    const said: Pairs =
      path === SEND_PATH ? pairs : pairs.map(([name, value]) => [name, value.toWellFormed()])
    expect(stored.sort()).toEqual(asStored(said))
  }
  await forEvery(inputs, [100, 2000], check, gateway.run)
  await gateway.expectStillServed()
  // No content makes a mail that cannot be sent.
  await expect.poll(gateway.states, { interval: 100 }).toEqual(['sent'])
  for (const received of gateway.server.received) expectWordsOnly(received)
})

const MAIL_HEADERS = [
  ...['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'],
]
/** The tags of HTML, each with the names of its attributes. */
const shapesOf = (html: string) =>
  readPage(html).elements.map((element) => element.replace(/="[^"]*"/g, ''))
const TEMPLATE = join(ROOT, 'packages/gateway/templates/message.html')
const SHAPES = new Set(shapesOf(readFileSync(TEMPLATE, 'utf8')))

/** A mail has no recipient, header, file, sender or element of a visitor's. */
function expectWordsOnly({ to, mail }: ReceivedMail) {
  expect([to, mail.to]).toEqual([['owner@portfolio.test'], [{ address: to[0], name: '' }]])
  expect(mail.from?.address).toBe('portfolio@portfolio.test')
  expect(mail.attachments).toEqual([])
  for (const { key } of mail.headers) expect(MAIL_HEADERS).toContain(key)
  expect(shapesOf(mail.html ?? '').filter((shape) => !SHAPES.has(shape))).toEqual([])
}

const fields = { ...FIELDS, message: MARK }
const PLAIN = { isQuoted: false, preamble: '', epilogue: '', partHeaders: '' } as const
const form = asForm({ boundary: 'line', ...PLAIN })(Object.entries(fields))

const path = fc.oneof(
  fc.constantFrom(SEND_FORM_PATH, SEND_PATH, CHALLENGE_PATH, ...'/ * // /% /%00 /..%2f'.split(' ')),
  fc.webPath(),
  fc.constantFrom(...'?&;%\\').map((sign) => `${CHALLENGE_PATH}?${sign.repeat(3000)}`),
  hostileText.map((text) => `${CHALLENGE_PATH}?user_id=${encodeURIComponent(text.toWellFormed())}`),
  fc
    .array(fc.constantFrom('user_id=portfolio', 'user_id[]=x', '__proto__=x', 'user_id'))
    .map((all) => `${CHALLENGE_PATH}?${all.join('&')}`),
)
const METHODS = ['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'DELETE', 'TRACE', 'QUERY', 'get', '']
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.10', '']
const line = fc
  .tuple(fc.constantFrom(...METHODS), path, fc.constantFrom(...VERSIONS))
  .map((parts) => parts.join(' '))
const HEADERS: Record<string, string[]> = {
  'Content-Length': ['-1', '+5', '5, 5', '0x5', '1e3', '99999999999999999999', '', '5 5'],
  'Transfer-Encoding': ['chunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'xchunked'],
  'transfer-encoding ': ['chunked'],
  'Transfer-Encoding\t': ['chunked'],
  'Content-Type': [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'x'.repeat(9000)}`,
    'multipart/form-data; boundary=line; boundary=another',
    'multipart/mixed; boundary=line',
    'application/json; charset=utf-16',
    ...['application/json;', '/', ';', '__proto__', 'text/plain'],
  ],
  Origin: ['null', 'http://'],
  Expect: ['100-continue'],
  Accept: ['text/html'],
  'Content-Encoding': ['gzip'],
  [MARK]: ['x'.repeat(20_000), `${MARK}\u00e9`],
}
const NAMES = [...Object.keys(HEADERS), 'Referer', 'Host', 'Upgrade', 'X-Forwarded-For']
const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom(
    ...Object.entries(HEADERS).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  ),
  fc.tuple(fc.constantFrom(...NAMES), hostileText),
  fc.tuple(fc.constant('X-Forwarded-For'), fc.oneof(fc.ipV6(), fc.ipV4())),
  fc.tuple(fc.string({ maxLength: 20 }), hostileText),
)
const nonsense = fc
  .tuple(
    line,
    fc.array(header, { maxLength: 8 }),
    fc.oneof(hostileText, fc.constant(String(form.body))),
  )
  .map(([first, headers, body]) => requestOf(first, [['Host', 'x'], ...headers], `${body}${MARK}`))
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('\r\n', '--line'),
)

/** Half a request gets no answer; its sender does not wait for the gateway to hang up. */
const PATIENCE_MS = 30

test('no broken HTTP gets more than a refusal in fixed words', async () => {
  const { url, expectSound, expectStillServed, run } = await start()
  const whole = [
    post(url, SEND_FORM_PATH, form.contentType, form.body),
    post(url, SEND_PATH, 'application/json', JSON.stringify({ ...fields, template_params: {} })),
    requestOf(`POST ${SEND_PATH} HTTP/1.1`, { host: 'x', origin: 'http://x' }),
  ]
  const changed = fc
    .constantFrom(...whole.map((request) => request.toString('latin1')))
    .chain((request) => edited(request, bytes))
    .map((request) => Buffer.from(request, 'latin1'))
  const check = async (request: Buffer) => {
    for (const answer of await exchange(url, request, PATIENCE_MS)) expectSound(answer)
  }
  await forEvery(fc.oneof(nonsense, changed), [200, 16_000], check, run)
  await expectStillServed()
})

const LENGTH: [string, string] = ['Content-Length', '5']
const CHUNKED: [string, string] = ['Transfer-Encoding', 'chunked']

const FRAMINGS: [what: string, headers: [string, string][]][] = [
  ['a length and chunks', [LENGTH, CHUNKED]],
  ['chunks and a length', [CHUNKED, LENGTH]],
  ['chunks in chunks and a length', [LENGTH, ['Transfer-Encoding', 'chunked, chunked']]],
  ['an unknown coding', [LENGTH, ['Transfer-Encoding', 'xchunked']]],
  ['chunks with a space in their name', [LENGTH, ['Transfer-Encoding ', 'chunked']]],
  ['chunks on a folded line', [LENGTH, ['Transfer-Encoding', '\r\n chunked']]],
  ['two lengths', [LENGTH, ['Content-Length', '6']]],
  ['a length in words', [['Content-Length', '5, 5']]],
  ['a length with a sign', [['Content-Length', '+5']]],
  ['a negative length', [['Content-Length', '-5']]],
]

test('a request within a request is not taken in', async () => {
  const { url, holding, expectStillServed } = await start()
  for (const [what, framing] of FRAMINGS) {
    const words = crypto.randomUUID()
    const body = JSON.stringify({ ...fields, template_params: { message: words } })
    const hidden = post(url, SEND_PATH, 'application/json', body)
    const outer: [string, string][] = [['Host', new URL(url).host], ['Origin', url], ...framing]
    const begin = requestOf(`POST ${SEND_PATH} HTTP/1.1`, outer, '0\r\n\r\n')
    const answers = await exchange(url, Buffer.concat([begin, hidden]))
    expect([what, ...answers.map(({ status }) => status)]).toEqual([what, 400])
    expect(holding(words), what).toBe(0)
    await exchange(url, hidden)
    expect(holding(words), what).toBe(1)
  }
  await expectStillServed()
})
