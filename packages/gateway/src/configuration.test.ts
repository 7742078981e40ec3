import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE } from 'test-fixtures/folders.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { unknownVariables } from './cli/owner-folder.ts'
import { exampleEnvironment, readConfiguration } from './configuration.ts'
import { mailServerOf } from './mail-server.ts'

type Environment = Record<string, string>

const MAIL = { MAIL_FROM: 'a@example.org', MAIL_TO: 'b@example.org' }
const SERVER = { ...MAIL, SMTP_HOST: 'mail.example.org' }
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes).toString('base64')}`

function read(environment: Environment) {
  const read = readConfiguration(environment)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.configuration
}

/** The variables with an error, in the order of the errors. */
function faultyIn(environment: Environment): (string | undefined)[] {
  const read = readConfiguration(environment)
  return read.ok ? [] : read.faults.map((fault) => fault.split(':')[0])
}

test('every variable is optional, and an empty one in .env is none', () => {
  expect(read({ SMTP_HOST: '', PORT: '' })).toMatchObject({ PORT: 3000, DATA_DIR: 'data' })
})

test('all errors are reported at once, each with the help text of its variable', () => {
  const faulty = { PORT: '65536', MAIL_TO: 'Ada <ada@example.org>', AUTO_REPLY: 'true' }
  expect(faultyIn({ ...faulty, SMTP_HOST: 'https://x.test', RETENTION_DAYS: '0.5' })).toEqual([
    'PORT',
    'SMTP_HOST',
    'MAIL_TO',
    'AUTO_REPLY',
    'RETENTION_DAYS',
    'MAIL_FROM',
  ])
  expect(readConfiguration({ PORT: 'eighty' })).toEqual({
    ok: false,
    faults: ['PORT: must be a whole number from 0 to 65535. The port to listen on.'],
  })
})

test.each<[Environment, string[]]>([
  [{ MAIL_TO: 'a@spam.test, bad@example.org' }, ['MAIL_TO']],
  [{ SMTP_HOST: 'mail.example.org/x', ...MAIL }, ['SMTP_HOST']],
  [{ SMTP_PASSWORD: 'secret' }, ['SMTP_HOST']],
  [{ NOTICE_URL: 'https://x.test', NOTICE_SECRET: secretOf(24) }, []],
  [{ NOTICE_URL: 'https://x.test', NOTICE_SECRET: secretOf(23) }, ['NOTICE_SECRET']],
  [{ NOTICE_SECRET: secretOf(24) }, ['NOTICE_URL']],
  [{ ALLOWED_ORIGINS: 'example.com' }, ['ALLOWED_ORIGINS']],
  [
    { MAIL_TRANSPORT: 'graph', OAUTH_CLIENT_ID: 'id', ...MAIL },
    ['OAUTH_TENANT', 'OAUTH_CLIENT_SECRET'],
  ],
  [
    {
      OAUTH_CLIENT_ID: 'id',
      OAUTH_CLIENT_SECRET: 's',
      OAUTH_TENANT: 't',
      OAUTH_REFRESH_TOKEN: 'r',
    },
    ['OAUTH_REFRESH_TOKEN', 'MAIL_TRANSPORT=graph'],
  ],
  [{ MAIL_TRANSPORT: 'smtp,graph' }, ['MAIL_TRANSPORT']],
  [{ MAIL_TRANSPORT: 'resend' }, ['MAIL_TRANSPORT']],
])('%j has the errors %j', (environment, names) => {
  expect(faultyIn(environment)).toEqual(names)
})

test.each([
  ['SMTP_URL', 'Set SMTP_HOST'],
  ['MAIL_API_KEY', 'set SMTP_HOST'],
  ['NOTICE_WEBHOOK_URL', 'Set NOTICE_URL'],
  ['NOTICE_WEBHOOK_SECRET', 'Set NOTICE_SECRET'],
  ['NOTICE_NTFY_URL', 'Set NOTICE_URL=https://ntfy.sh/'],
  ['NOTICE_SLACK_URL', 'Set NOTICE_URL'],
  ['NOTICE_DISCORD_URL', 'Set NOTICE_URL'],
  ['ACCOUNTS_FILE', 'dist/.gateway.json'],
])('the error of %s names its replacement: %s', (name, instead) => {
  const faults = [expect.stringContaining(instead)]
  for (const set of [name, `${name}_FILE`]) {
    expect(readConfiguration({ [set]: 'x' })).toMatchObject({ faults })
    expect(faultyIn({ [set]: 'x' })).toEqual([name])
  }
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
  [
    { SMTP_USER: 'me@x.test', SMTP_PASSWORD: '50% off/#1?' },
    { user: 'me@x.test', password: '50% off/#1?' },
  ],
])('the mail server of %j has %j', (parts, expected) => {
  expect(mailServerOf(read({ ...SERVER, ...parts }))).toMatchObject(expected)
})

test('a secret may come from a file, and one that cannot be read is named', () => {
  const file = join(freshFolder(), 'key')
  expect(faultyIn({ TURNSTILE_SECRET_FILE: file })).toEqual(['TURNSTILE_SECRET'])
  writeFileSync(file, 'the key\n')
  expect(read({ TURNSTILE_SECRET_FILE: file })).toMatchObject({ TURNSTILE_SECRET: 'the key' })
})

test('a list is separated by commas or spaces, and its addresses become origins', () => {
  const ALLOWED_ORIGINS = 'https://a.test/, http://b.test:80 https://c.test/page'
  const origins = ['https://a.test', 'http://b.test', 'https://c.test']
  expect(read({ ALLOWED_ORIGINS }).ALLOWED_ORIGINS).toEqual(origins)
})

test('.env.example matches the variables; npm run schema generates it', () => {
  expect(readFileSync(join(SITE, '.env.example'), 'utf8')).toBe(exampleEnvironment())
})

test.each([
  ['NOTICE_ULR=x', ['unknown variable NOTICE_ULR in .env. Did you mean NOTICE_URL?']],
  ['SMTP_PAS=x', ['unknown variable SMTP_PAS in .env. Did you mean SMTP_PASSWORD?']],
  ['SMPT_HOST=x', ['unknown variable SMPT_HOST in .env. Did you mean SMTP_HOST?']],
  ['COFFEE_MACHINE=x', ['unknown variable COFFEE_MACHINE in .env.']],
  ['SMTP_PASSWORD_FILE=x\nNODE_ENV=production\nDOMAIN=example.com', []],
])('%j in .env: %j', (text, expected) => {
  const file = join(freshFolder(), '.env')
  writeFileSync(file, text)
  expect(unknownVariables(file)).toEqual(expected)
})
