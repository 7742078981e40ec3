import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SITE } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'
import { exampleEnvironment, readConfiguration } from './configuration.ts'
import { mailServerOf } from './mail-server.ts'

const EXAMPLE = join(SITE, '.env.example')

function errorsOf(environment: Record<string, string>): string[] {
  const read = readConfiguration(environment)
  return read.ok ? [] : read.faults
}

test('every variable is optional', () => {
  const read = readConfiguration({})
  expect(read).toMatchObject({ ok: true, configuration: { PORT: 3000, DATA_DIR: 'data' } })
})

test('all errors are reported at once, each with the help text of its variable', () => {
  const faults = errorsOf({
    PORT: 'eighty',
    SMTP_HOST: 'https://mail.example.com',
    MAIL_TO: 'Ada <ada@example.org>',
    AUTO_REPLY: 'true',
    RETENTION_DAYS: '0',
  })
  const names = faults.map((fault) => fault.split(':')[0])
  expect(names).toEqual([
    'PORT',
    'SMTP_HOST',
    'MAIL_TO',
    'AUTO_REPLY',
    'RETENTION_DAYS',
    'MAIL_FROM',
  ])
  expect(faults[0]).toBe('PORT: must be a whole number from 0 to 65535. The port to listen on.')
  expect(faults[4]).toContain('RETENTION_DAYS: must be a whole number from 1 to ')
  expect(faults[5]).toContain('MAIL_FROM: required because SMTP_HOST is set.')
})

test('an empty variable in .env counts as unset', () => {
  expect(errorsOf({ SMTP_HOST: '', PORT: '' })).toEqual([])
})

describe('the mail server', () => {
  const MAIL = { MAIL_FROM: 'a@example.org', MAIL_TO: 'b@example.org' }

  function serverOf(environment: Record<string, string>) {
    const read = readConfiguration({ ...MAIL, ...environment })
    return read.ok ? mailServerOf(read.configuration) : read.faults
  }

  test('has name and password as they are', () => {
    const login = { SMTP_USER: 'me@example.org', SMTP_PASSWORD: '50% off/#1?' }
    expect(serverOf({ SMTP_HOST: 'mail.example.org', ...login })).toMatchObject({
      user: 'me@example.org',
      password: '50% off/#1?',
    })
  })

  test.each([
    [{}, { port: 587, tls: undefined }],
    [{ SMTP_PORT: '465' }, { port: 465, tls: 'implicit' }],
    [{ SMTP_TLS: 'implicit' }, { port: 465, tls: 'implicit' }],
    [{ SMTP_PORT: '2525' }, { port: 2525, tls: undefined }],
    [
      { SMTP_TLS: 'none', SMTP_PORT: '25' },
      { port: 25, tls: 'none' },
    ],
  ])('has the encryption of its port, or the given one: %j', (parts, expected) => {
    expect(serverOf({ SMTP_HOST: 'mail.example.org', ...parts })).toMatchObject(expected)
  })

  test('needs a host that is one', () => {
    expect(serverOf({ SMTP_PASSWORD: 'secret' })).toEqual([
      expect.stringContaining('SMTP_HOST: required because SMTP_PASSWORD is set'),
    ])
    expect(serverOf({ SMTP_HOST: 'mail.example.org/x' })).toEqual([
      expect.stringContaining('SMTP_HOST: must be a host name'),
    ])
  })
})

test('Graph requires its application', () => {
  const MAIL = { MAIL_FROM: 'a@example.org', MAIL_TO: 'b@example.org' }
  const namesOf = (environment: Record<string, string>) =>
    errorsOf({ ...MAIL, ...environment }).map((fault) => fault.split(':')[0])
  expect(
    namesOf({
      OAUTH_CLIENT_ID: 'id',
      OAUTH_CLIENT_SECRET: 's',
      OAUTH_TENANT: 't',
      OAUTH_REFRESH_TOKEN: 'r',
    }),
  ).toEqual(['OAUTH_REFRESH_TOKEN'])
  expect(namesOf({ MAIL_TRANSPORT: 'graph', OAUTH_CLIENT_ID: 'id' })).toEqual([
    'OAUTH_TENANT',
    'OAUTH_CLIENT_SECRET',
  ])
  for (const other of ['pigeon', 'smtp,graph', 'resend']) {
    expect(namesOf({ MAIL_TRANSPORT: other })).toEqual(['MAIL_TRANSPORT'])
  }
})

test('the secret of notices has 24 bytes in base64, also from a file, and needs a URL', () => {
  const faultOf = (environment: Record<string, string>) =>
    errorsOf({ NOTICE_URL: 'https://example.org/hook', ...environment })[0]
  expect(faultOf({})).toBeUndefined()
  const short = `whsec_${Buffer.alloc(23).toString('base64')}`
  expect(faultOf({ NOTICE_SECRET: short })).toContain('at least 24 bytes in base64')
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`
  const file = join(mkdtempSync(join(tmpdir(), 'secret-')), 'key')
  writeFileSync(file, `${secret}\n`)
  expect(faultOf({ NOTICE_SECRET_FILE: file })).toBeUndefined()
  expect(errorsOf({ NOTICE_SECRET: secret })[0]).toContain(
    'NOTICE_URL: required because NOTICE_SECRET is set',
  )
})

test('a secret may come from a file, and one that cannot be read is named', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'secret-')), 'key')
  writeFileSync(file, 'the key\n')
  const read = readConfiguration({ TURNSTILE_SECRET_FILE: file })
  expect(read).toMatchObject({ ok: true, configuration: { TURNSTILE_SECRET: 'the key' } })
  rmSync(file)
  expect(errorsOf({ TURNSTILE_SECRET_FILE: file })[0]).toContain(
    `TURNSTILE_SECRET: TURNSTILE_SECRET_FILE names ${file}, which cannot be read`,
  )
})

test.each([
  ['MAIL_API_KEY', 'SMTP_HOST'],
  ['ACCOUNTS_FILE', 'gateway.json'],
  ['SMTP_URL', 'SMTP_HOST'],
  ['NOTICE_WEBHOOK_URL', 'NOTICE_URL'],
  ['NOTICE_WEBHOOK_SECRET', 'NOTICE_SECRET'],
  ['NOTICE_NTFY_URL', 'NOTICE_URL=https://ntfy'],
  ['NOTICE_SLACK_URL', 'NOTICE_URL'],
  ['NOTICE_DISCORD_URL', 'NOTICE_URL'],
])('%s stops the start, and its error names %s', (name, replacement) => {
  for (const given of [name, `${name}_FILE`]) {
    const [fault, ...others] = errorsOf({ [given]: 'a value' })
    expect(fault).toMatch(new RegExp(`^${name}: .*${replacement}`))
    expect(others).toEqual([])
  }
})

test('MAIL_TO is one mailbox, and an error says what serves several people', () => {
  const [fault] = errorsOf({ MAIL_TO: 'a@spam.test, bad@example.org' })
  expect(fault).toMatch(/^MAIL_TO: must be one mailbox.*group/)
})

test('lists are separated by commas or spaces', () => {
  const read = readConfiguration({
    ALLOWED_ORIGINS: 'https://a.test, https://b.test https://c.test',
  })
  const origins = read.ok ? read.configuration.ALLOWED_ORIGINS : []
  expect(origins).toEqual(['https://a.test', 'https://b.test', 'https://c.test'])
})
test('ALLOWED_ORIGINS is normalized to origins, and a bare host name is an error', () => {
  const read = readConfiguration({ ALLOWED_ORIGINS: 'https://www.example.com/, http://x.test:80' })
  const origins = read.ok ? read.configuration.ALLOWED_ORIGINS : []
  expect(origins).toEqual(['https://www.example.com', 'http://x.test'])
  expect(errorsOf({ ALLOWED_ORIGINS: 'example.com' })[0]).toContain(
    'ALLOWED_ORIGINS: must be origins such',
  )
})

test('.env.example matches the variables; npm run schema generates it', () => {
  expect(readFileSync(EXAMPLE, 'utf8')).toBe(exampleEnvironment())
})
