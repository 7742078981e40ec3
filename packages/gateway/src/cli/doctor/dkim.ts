import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Configuration } from '../../gateway/configuration.ts'
import { textOf } from '../../gateway/error-text.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { askTxt, type Dns, Unreachable } from './mail-dns.ts'

const CHECK = 'DKIM'
/** What stands before the 32 bytes of an Ed25519 key to make it one that is known by its form. */
const ED25519_FORM = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether the published key is the one that mails are signed with. */
export async function checkDkim(configuration: Configuration, dns: Dns): Promise<Finding[]> {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE } = configuration
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY_FILE) return []
  let key: KeyObject
  try {
    key = createPublicKey(readFileSync(DKIM_KEY_FILE, 'utf8'))
  } catch (error) {
    const found = `DKIM_KEY_FILE holds no private key: ${textOf(error)}`
    return [failed(CHECK, found, 'The gateway cannot sign mails with it.')]
  }
  const name = `${DKIM_SELECTOR}._domainkey.${DKIM_DOMAIN}`
  try {
    const records = await askTxt(name, dns)
    return [compare(name, key, records)]
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const found = `the name servers cannot be asked about ${name} (${error.message})`
    return [warning(CHECK, found, 'Run this again where the internet can be reached.')]
  }
}

function compare(name: string, key: KeyObject, records: string[]): Finding {
  const publish = `Publish at ${name} the TXT record: ${recordFor(key)}`
  const [published] = records.map(readTags).filter((tags) => tags.has('p'))
  if (!published) return failed(CHECK, `there is no key at ${name}`, publish)
  const text = published.get('p')
  if (!text) return failed(CHECK, `the key at ${name} is revoked`, publish)
  const isSame = readKey(text, published.get('k'))?.equals(key) ?? false
  if (!isSame) return failed(CHECK, `the key at ${name} is not that of DKIM_KEY_FILE`, publish)
  return ok(CHECK, `the key at ${name} is that of DKIM_KEY_FILE`)
}

function readTags(record: string): Map<string, string> {
  const pairs = record.split(';').map((tag) => tag.split(/=(.*)/s))
  return new Map(pairs.map(([name = '', value = '']) => [name.trim(), value.replace(/\s/g, '')]))
}

function readKey(text: string, kind = 'rsa'): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64')
  const der = kind === 'ed25519' ? Buffer.concat([ED25519_FORM, bytes]) : bytes
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function recordFor(key: KeyObject): string {
  const der = key.export({ format: 'der', type: 'spki' })
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  const bytes = isEd25519 ? der.subarray(ED25519_FORM.length) : der
  return `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${bytes.toString('base64')}`
}
