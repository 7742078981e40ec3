import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Configuration } from '../../configuration.ts'
import { textOf } from '../../log.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { type Dns, DnsUnavailableError, resolveTxt } from './mail-dns.ts'

const CHECK = 'DKIM'
/** The SPKI prefix of the 32 bytes of an Ed25519 public key. */
const ED25519_SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** Checks that the published key matches the signing key. */
export async function checkDkim(configuration: Configuration, dns: Dns): Promise<Finding[]> {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE } = configuration
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY_FILE) return []
  let key: KeyObject
  try {
    key = createPublicKey(readFileSync(DKIM_KEY_FILE, 'utf8'))
  } catch (error) {
    const found = `DKIM_KEY_FILE contains no private key: ${textOf(error)}`
    return [failed(CHECK, found, 'The gateway cannot sign mails with it.')]
  }
  const name = `${DKIM_SELECTOR}._domainkey.${DKIM_DOMAIN}`
  try {
    const records = await resolveTxt(name, dns)
    return [compare(name, key, records)]
  } catch (error) {
    if (!(error instanceof DnsUnavailableError)) throw error
    const found = `DNS lookup of ${name} failed (${error.message})`
    return [warning(CHECK, found, 'Run this again with internet access.')]
  }
}

function compare(name: string, key: KeyObject, records: string[]): Finding {
  const publish = `Publish this TXT record at ${name}: ${recordFor(key)}`
  const [published] = records.map(readTags).filter((tags) => tags.has('p'))
  if (!published) return failed(CHECK, `no key at ${name}`, publish)
  const text = published.get('p')
  if (!text) return failed(CHECK, `the key at ${name} is revoked`, publish)
  const isSame = readKey(text, published.get('k'))?.equals(key) ?? false
  if (!isSame) return failed(CHECK, `the key at ${name} does not match DKIM_KEY_FILE`, publish)
  return ok(CHECK, `the key at ${name} matches DKIM_KEY_FILE`)
}

function readTags(record: string): Map<string, string> {
  const pairs = record.split(';').map((tag) => tag.split(/=(.*)/s))
  return new Map(pairs.map(([name = '', value = '']) => [name.trim(), value.replace(/\s/g, '')]))
}

function readKey(text: string, kind = 'rsa'): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64')
  const der = kind === 'ed25519' ? Buffer.concat([ED25519_SPKI_PREFIX, bytes]) : bytes
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function recordFor(key: KeyObject): string {
  const der = key.export({ format: 'der', type: 'spki' })
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  const bytes = isEd25519 ? der.subarray(ED25519_SPKI_PREFIX.length) : der
  return `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${bytes.toString('base64')}`
}
