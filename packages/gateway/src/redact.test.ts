import { expect, test } from 'vitest'
import { redactSecrets, redactUrl } from './redact.ts'

test.each([
  ['postgres://gw:TOPSECRET@db/x', 'postgres://gw:***@db/x'],
  ['postgres://db/x?user=gw&password=TOPSECRET', 'postgres://db/x?user=gw&password=***'],
  [
    'postgres://gw:TOPSECRET@db/x?sslmode=require&sslpassword=TOPSECRET',
    'postgres://gw:***@db/x?sslmode=require&sslpassword=***',
  ],
  ['postgres://gw:p%40TOPSECRET@db/x', 'postgres://gw:***@db/x'],
  // An unescaped # in the password starts the fragment.
  ['postgres://gw:12#TOPSECRET@db/x', 'postgres://gw:12'],
  ['postgres://gw@db/x', 'postgres://gw@db/x'],
])('%s is printed without its password', (address, shown) => {
  expect(redactUrl(address)).toBe(shown)
})

test('secrets are redacted in any text, escaped or not', () => {
  const environment = {
    SMTP_URL: 'smtps://me:p%40ss-word@mail.example.com',
    DATABASE_URL: 'postgres://localhost/db?user=me&password=gehe%21m',
    OTHER_URL: 'postgres://me:geheim@localhost/db',
    TURNSTILE_SECRET: '0x4AAAA',
    PORT: '3000',
  }
  const text = 'p@ss-word p%40ss-word geheim gehe!m gehe%21m 0x4AAAA at mail.example.com:3000'
  expect(redactSecrets(text, environment)).toBe('*** *** *** *** *** *** at mail.example.com:3000')
})

test('a secret is redacted in JSON, where some of its characters are escaped', () => {
  const environment = { HCAPTCHA_SECRET: 'a"b\\c' }
  const line = JSON.stringify({ error: 'no a"b\\c' })
  expect(redactSecrets(line, environment)).toBe('{"error":"no ***"}')
})
