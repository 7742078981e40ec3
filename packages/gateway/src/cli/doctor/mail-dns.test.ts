import { type NameServer, startNameServer, type Zone } from 'test-fixtures/name-server.ts'
import { afterEach, expect, test } from 'vitest'
import { checkMailDns, checkRecipientDns } from './mail-dns.ts'

const COMPLETE: Zone = {
  'com NS': ['a.gtld-servers.net'],
  'example.org MX': ['mail.example.org'],
  'example.org TXT': ['some-proof=1', 'v=spf1 include:_spf.example.net -all'],
  '_dmarc.example.org TXT': ['v=DMARC1; p=reject'],
}

let server: NameServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function statusesOf(
  zone: Zone,
  domain = 'example.org',
  mailServer = 'smtps://mail.example.net',
) {
  server = await startNameServer(zone)
  const findings = await checkMailDns(domain, mailServer, server.dns)
  return Object.fromEntries(findings.map(({ check, status }) => [check, status]))
}

test('a domain with all records passes', async () => {
  expect(await statusesOf(COMPLETE)).toEqual({ MX: 'ok', SPF: 'ok', DMARC: 'ok' })
})

test('the DMARC policy of a domain applies to its subdomains', async () => {
  const zone = { ...COMPLETE, 'mail.example.org MX': ['mail.example.org'] }
  expect(await statusesOf(zone, 'mail.example.org')).toMatchObject({ DMARC: 'ok' })
})

test('missing records are warnings, two SPF records are a failure', async () => {
  const bare = { 'com NS': ['a.gtld-servers.net'], 'example.org TXT': ['hello'] }
  const missing = { MX: 'warning', SPF: 'warning', DMARC: 'warning' }
  expect(await statusesOf(bare)).toEqual(missing)
  await server?.close()
  const double = { ...COMPLETE, 'example.org TXT': ['v=spf1 -all', 'v=spf1 mx -all'] }
  expect(await statusesOf(double)).toMatchObject({ SPF: 'failed' })
})

const GOOGLE = 'smtps://smtp.gmail.com:465'
const KEY = 'v=DKIM1; k=rsa; p=MIGf'

test.each<[string, string, Record<string, string[]>, object]>([
  ['no record', GOOGLE, { 'example.org TXT': [] }, { SPF: 'warning', DKIM: 'warning' }],
  ['-all alone', GOOGLE, { 'example.org TXT': ['v=spf1 -all'] }, { SPF: 'failed' }],
  [
    '-all alone, unknown server',
    'smtp://mail.example.net',
    { 'example.org TXT': ['v=spf1 -all'] },
    { SPF: 'failed' },
  ],
  [
    'another provider',
    GOOGLE,
    { 'example.org TXT': ['v=spf1 include:spf.other.test -all'] },
    { SPF: 'failed' },
  ],
  [
    'the provider',
    GOOGLE,
    {
      'example.org TXT': ['v=spf1 mx include:_spf.google.com ~all'],
      'google._domainkey.example.org TXT': [KEY],
    },
    { SPF: 'ok', DKIM: 'ok' },
  ],
  [
    'the provider by another record',
    GOOGLE,
    {
      'example.org TXT': ['v=spf1 redirect=spf.example.org'],
      'spf.example.org TXT': ['v=spf1 include:_spf.google.com -all'],
    },
    { SPF: 'ok' },
  ],
  [
    'a withdrawn key',
    GOOGLE,
    { 'google._domainkey.example.org TXT': ['v=DKIM1; p='] },
    { DKIM: 'warning' },
  ],
  [
    'the second selector',
    'graph.microsoft.com',
    {
      'example.org TXT': ['v=spf1 include:spf.protection.outlook.com -all'],
      'selector2._domainkey.example.org TXT': [KEY],
    },
    { SPF: 'ok', DKIM: 'ok' },
  ],
  [
    'below the domain',
    'api.resend.com',
    {
      'send.example.org TXT': ['v=spf1 include:amazonses.com ~all'],
      'resend._domainkey.example.org TXT': [KEY],
    },
    { SPF: 'ok', DKIM: 'ok' },
  ],
  ['a provider that needs none', 'api.postmarkapp.com', { 'example.org TXT': [] }, { SPF: 'ok' }],
])(
  'SPF and DKIM are compared with the server in use: %s',
  async (_, mailServer, records, expected) => {
    expect(await statusesOf({ ...COMPLETE, ...records }, 'example.org', mailServer)).toMatchObject(
      expected,
    )
  },
)

test.each([
  ['gmail.com', GOOGLE, 'ok: gmail.com belongs to Google, whose server is used'],
  [
    'outlook.com',
    'smtp://smtp.office365.com',
    'ok: outlook.com belongs to Microsoft 365, whose server is used',
  ],
  [
    'icloud.com',
    'smtp://smtp.mail.me.com',
    'ok: icloud.com belongs to iCloud, whose server is used',
  ],
  ['gmail.com', 'smtps://mail.example.net', 'failed: gmail.com belongs to Google alone'],
  ['gmail.com', 'api.resend.com', 'failed: gmail.com belongs to Google alone'],
])('the sender is of the domain %s, by %s: %s', async (domain, mailServer, expected) => {
  server = await startNameServer({ ...COMPLETE, [`${domain} TXT`]: ['v=spf1 a ~all'] })
  const findings = await checkMailDns(domain, mailServer, server.dns)
  expect(findings.map(({ status, found }) => `${status}: ${found}`)).toEqual([expected])
})

test('a mailbox of a provider sends from its own address', async () => {
  const findingsOf = async (login: string) => {
    server = await startNameServer(COMPLETE)
    const findings = await checkMailDns('example.org', GOOGLE, server.dns, login)
    return findings.map(({ status, found }) => `${status}: ${found}`)
  }
  expect(await findingsOf('anna@gmail.com')).toEqual([
    'warning: anna@gmail.com sends from its own address alone',
  ])
  // Of Google Workspace.
  expect(await findingsOf('anna@example.org')).toHaveLength(4)
})

test('a domain that does not exist is a failure', async () => {
  expect(await statusesOf(COMPLETE, 'exmaple.org')).toEqual({ 'mail DNS': 'failed' })
})

test('a name server that resolves no names is a warning, not a failure', async () => {
  expect(await statusesOf({})).toEqual({ 'mail DNS': 'warning' })
})

test('a name server that does not answer is a warning', async () => {
  server = await startNameServer({}, true)
  const [finding] = await checkMailDns('example.org', '', server.dns)
  expect(finding).toMatchObject({ status: 'warning' })
  expect(finding?.found).toContain('ETIMEOUT')
})

test.each([
  ['example.org', 'ok: example.org accepts mail at mail.example.org'],
  // The address of the domain is enough.
  ['plain.example', 'ok: plain.example accepts mail at plain.example'],
  ['six.example', 'ok: six.example accepts mail at six.example'],
  // A null MX record (RFC 7505).
  ['silent.example', 'failed: silent.example accepts no mail'],
  ['text.example', 'failed: text.example accepts no mail'],
  ['exmaple.org', 'failed: domain exmaple.org does not exist'],
])('recipients at %s: %s', async (domain, expected) => {
  server = await startNameServer({
    ...COMPLETE,
    'plain.example A': ['192.0.2.1'],
    'six.example AAAA': ['2001:0db8:0000:0000:0000:0000:0000:0001'],
    'silent.example A': ['192.0.2.1'],
    'silent.example MX': ['.'],
    'text.example TXT': ['hello'],
  })
  const findings = await checkRecipientDns(domain, server.dns)
  expect(findings.map(({ status, found }) => `${status}: ${found}`)).toEqual([expected])
})
