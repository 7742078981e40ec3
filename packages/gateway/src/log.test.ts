import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { createLog, type LogShape } from './log.ts'
import { createRedactor } from './redact.ts'

const TIME = '2026-01-15T00:00:00.000Z'
/** Every kind of line break, control sequences of both sets (C0 and C1), and a bidi override. */
const HOSTILE =
  '451 no\r\n2026 info all is well\u2028a\u2029b\u0085c\u001b[2J\u009b2J\u202ed\u{e0041}'

function collect(shape?: LogShape) {
  const lines: string[] = []
  const log = createLog(
    (line) => lines.push(line),
    () => Date.parse(TIME),
    shape,
  )
  return { lines, log }
}

test('a readable event is one line of time, level, event and facts', () => {
  const { lines, log } = collect()
  log.warn({ attempt: 2, reply: '451 no\r\nall is well' }, 'message deferred')
  expect(lines).toEqual([
    `${TIME} warn  message deferred attempt=2 reply="451 no\\r\\nall is well"`,
  ])
})

test('an event in JSON has unchanged values', () => {
  const { lines, log } = collect('json')
  log.error({ id: '0abc-1', reply: HOSTILE }, 'message failed')
  const [failed = ''] = lines
  expect(JSON.parse(failed)).toEqual({
    level: 'error',
    time: TIME,
    id: '0abc-1',
    reply: HOSTILE,
    event: 'message failed',
  })
})

test.each(['json', 'readable'] as const)(
  'line breaks and control characters are escaped (%s)',
  (shape) => {
    const { lines, log } = collect(shape)
    log.error({ reply: HOSTILE }, HOSTILE)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  },
)

test('secrets are redacted in any text, escaped or not', () => {
  const environment = {
    MAIL_URL: 'smtps://me:p%40ss-word@mail.example.com',
    DATABASE_URL: 'postgres://localhost/db?user=me&password=gehe%21m',
    OTHER_URL: 'postgres://me:geheim@localhost/db',
    TURNSTILE_SECRET: '0x4AAAA',
    PORT: '3000',
  }
  const text = 'p@ss-word p%40ss-word geheim gehe!m gehe%21m 0x4AAAA at mail.example.com:3000'
  expect(createRedactor(environment)(text)).toBe('*** *** *** *** *** *** at mail.example.com:3000')
})

test('a secret is redacted in JSON, where some of its characters are escaped', () => {
  const environment = { HCAPTCHA_SECRET: 'a"b\\c' }
  const line = JSON.stringify({ error: 'no a"b\\c' })
  expect(createRedactor(environment)(line)).toBe('{"error":"no ***"}')
})

test('secrets that are given as files are redacted, and read once', () => {
  const folder = freshFolder()
  const fileOf = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const redact = createRedactor({
    DATABASE_URL_FILE: fileOf('database', 'postgres://me:geheim@localhost/db\n'),
    SMTP_PASSWORD_FILE: fileOf('password', 'pass word\n'),
    BAKERY_KEY_FILE: join(folder, 'nowhere'),
    SSL_CERT_FILE: fileOf('certificate', 'public'),
  })
  rmSync(folder, { recursive: true })
  expect(redact('geheim, pass word, public')).toBe('***, ***, public')
})
