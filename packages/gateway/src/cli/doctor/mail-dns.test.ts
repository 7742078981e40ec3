import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NameServer, startNameServer, type Zone } from 'test-fixtures/name-server.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Configuration } from '../../configuration.ts'
import { checkDkim, checkMailDns, checkRecipientDns } from './mail-dns.ts'

const COMPLETE: Zone = {
  'com NS': ['a.gtld-servers.net'],
  'example.org MX': ['mail.example.org'],
  'example.org TXT': ['some-proof=1', 'v=spf1 include:_spf.example.net -all'],
  '_dmarc.example.org TXT': ['v=DMARC1; p=reject'],
}
const SELECTOR = 'mine._domainkey.example.org'

let server: NameServer | undefined
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-dkim-'))
})

afterEach(async () => {
  await server?.close()
  server = undefined
  rmSync(folder, { recursive: true })
})

async function statusesOf(zone: Zone, domain = 'example.org') {
  server = await startNameServer(zone)
  const findings = await checkMailDns(domain, server.dns)
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

test('a domain that does not exist is a failure', async () => {
  expect(await statusesOf(COMPLETE, 'exmaple.org')).toEqual({ 'mail DNS': 'failed' })
})

test('a name server that resolves no names is a warning, not a failure', async () => {
  expect(await statusesOf({})).toEqual({ 'mail DNS': 'warning' })
})

test('a name server that does not answer is a warning', async () => {
  server = await startNameServer({}, true)
  const [finding] = await checkMailDns('example.org', server.dns)
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

type Kind = 'rsa' | 'ed25519'

function makeKey(kind: Kind) {
  const { privateKey, publicKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const bytes = kind === 'rsa' ? der : der.subarray(-32)
  return {
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    record: `v=DKIM1; k=${kind}; p=${bytes.toString('base64')}`,
  }
}

async function dkimFinding(pem: string, zone: Zone) {
  server = await startNameServer({ 'com NS': ['a'], ...zone })
  const file = join(folder, 'key.pem')
  writeFileSync(file, pem)
  const settings = { DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 'mine', DKIM_KEY_FILE: file }
  const [finding] = await checkDkim(settings as Configuration, server.dns)
  return finding
}

test.each<Kind>(['rsa', 'ed25519'])(
  'a published %s key is compared with the signing key',
  async (kind) => {
    const { pem, record } = makeKey(kind)
    const zone = { [`${SELECTOR} TXT`]: [record] }
    expect(await dkimFinding(pem, zone)).toMatchObject({ status: 'ok' })
    await server?.close()
    const other = makeKey(kind)
    const finding = await dkimFinding(other.pem, zone)
    expect(finding).toMatchObject({ status: 'failed' })
    expect(finding?.advice).toContain(other.record)
  },
)

test.each([
  ['revoked', ['v=DKIM1; p='], 'revoked'],
  ['nonsense', ['v=DKIM1; p=!!!'], 'does not match'],
  ['absent', [], 'no key'],
])(
  'a key that is %s is a failure, and the advice is the record to publish',
  async (_, records, word) => {
    const { pem, record } = makeKey('ed25519')
    const finding = await dkimFinding(pem, { [`${SELECTOR} TXT`]: records })
    expect(finding).toMatchObject({ status: 'failed' })
    expect(finding?.found).toContain(word)
    expect(finding?.advice).toContain(record)
  },
)

test('a key file without a key is reported without its content', async () => {
  const finding = await dkimFinding('not a key at all', {})
  expect(finding).toMatchObject({ status: 'failed' })
  expect(JSON.stringify(finding)).not.toContain('not a key at all')
})
