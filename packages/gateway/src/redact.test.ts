import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

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
