import type { Resolver as Dns } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { domainOf } from '../../address.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const NO_SUCH_NAME = 'ENOTFOUND'
const NO_SUCH_RECORD = 'ENODATA'
/** A name that every name server of the internet resolves. */
const KNOWN_DOMAIN = 'com'

/** The name server does not respond at all. A negative response is no such error. */
class DnsUnavailableError extends Error {}

/** Checks the records that receiving mail servers look up for the domain of a sender, whose mails leave by a server. */
export async function checkMailDns(domain: string, server: string, dns: Dns, login = '') {
  const [owner, provider, mailbox] = [domain, server, domainOf(login)].map(providerAt)
  if (owner) return [checkMailbox(domain, owner.name, owner === provider)]
  if (mailbox && mailbox === provider) {
    const advice = `Set MAIL_FROM to it, unless ${domain} is an alias of that account.`
    return [warning('mail DNS', `${login} sends from its own address alone`, advice)]
  }
  return checkDomain(domain, 'MAIL_FROM', dns, async (name) => [
    // A domain may only send.
    await checkMx(name, dns, warning),
    await checkSpf(name, server, dns),
    ...(await checkDkim(name, server, dns)),
    await checkDmarc(name, dns),
  ])
}

/** The records of a domain for mailboxes name only the servers of its provider. */
function checkMailbox(domain: string, provider: string, isItsServer: boolean): Finding {
  if (isItsServer) return ok('mail DNS', `${domain} belongs to ${provider}, whose server is used`)
  const advice = `Receivers take your mails for forged. Send by the server of ${provider}, or from your domain.`
  return failed('mail DNS', `${domain} belongs to ${provider} alone`, advice)
}

/** Checks that a domain of recipients accepts mail: a mistyped one loses every message. */
export async function checkRecipientDns(domain: string, dns: Dns): Promise<Finding[]> {
  return checkDomain(domain, 'MAIL_TO', dns, async (name) => [await checkMx(name, dns)])
}

async function checkDomain(
  domain: string,
  variable: string,
  dns: Dns,
  check: (name: string) => Promise<Finding[]>,
): Promise<Finding[]> {
  const name = domainToASCII(domain) || domain
  try {
    if (await isKnown(name, dns)) return await check(name)
    const found = `domain ${domain} does not exist`
    return [failed('mail DNS', found, `Check ${variable} for a typo.`)]
  } catch (error) {
    if (!(error instanceof DnsUnavailableError)) throw error
    const found = `DNS lookup of ${domain} failed (${error.message})`
    return [warning('mail DNS', found, 'Run this again with internet access.')]
  }
}

/** Some networks have name servers that deny every external name. */
async function isKnown(domain: string, dns: Dns): Promise<boolean> {
  if (await exists(() => dns.resolveMx(domain))) return true
  if (await exists(() => dns.resolveNs(KNOWN_DOMAIN))) return false
  throw new DnsUnavailableError('the name servers resolve no external names')
}

async function exists(lookup: () => Promise<unknown>): Promise<boolean> {
  try {
    await lookup()
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== NO_SUCH_NAME
  }
}

/** Without an MX record, mail goes to the address of the domain itself (RFC 5321, section 5.1). */
async function checkMx(domain: string, dns: Dns, evaluate = failed): Promise<Finding> {
  const records = await resolveAll(() => dns.resolveMx(domain))
  const addresses = [() => dns.resolve4(domain), () => dns.resolve6(domain)]
  const isItself =
    records.length === 0 && (await Promise.all(addresses.map(resolveAll))).flat().length > 0
  const hosts = isItself ? [domain] : records.map(({ exchange }) => exchange).filter(Boolean)
  if (hosts.length > 0) return ok('MX', `${domain} accepts mail at ${hosts.join(', ')}`)
  const advice = 'Messages, bounces and replies to this domain are lost. Check it for a typo.'
  return evaluate('MX', `${domain} accepts no mail`, advice)
}

async function checkSpf(domain: string, server: string, dns: Dns): Promise<Finding> {
  const provider = providerAt(server)
  if (provider && !provider.spf) return ok('SPF', `${provider.name} needs none of ${domain}`)
  const { include, below } = provider?.spf ?? {}
  const name = below ? `${below}.${domain}` : domain
  const records = await spfRecordsOf(name, dns)
  const [record] = records
  if (!record) {
    const example = `v=spf1 ${include ? `include:${include}` : 'include:...'} -all`
    const advice = `Add the TXT record of your mail provider, such as "${example}".`
    return warning('SPF', `${name} has no SPF record`, advice)
  }
  if (records.length > 1) {
    const advice = 'Merge them into one; several records count as none.'
    return failed('SPF', `${name} has ${records.length} SPF records`, advice)
  }
  if (!/\s(?![-~?]?all\b|exp=)\S/i.test(record)) {
    const advice = `Name your mail server in it, such as "v=spf1 include:${include ?? '...'} -all".`
    return failed('SPF', `${name} allows no server to send: ${record}`, advice)
  }
  if (!include) {
    return ok('SPF', `${record}; not compared with ${server}, which is no provider known here`)
  }
  if (await includes(record, include, dns)) return ok('SPF', `${name} names ${provider?.name}`)
  const advice = `Receivers may take your mails for forged. Add include:${include} before "all".`
  return failed('SPF', `${name} does not name ${provider?.name}: ${record}`, advice)
}

async function spfRecordsOf(name: string, dns: Dns): Promise<string[]> {
  return (await resolveTxt(name, dns)).filter((text) => /^v=spf1( |$)/i.test(text))
}

/** A receiver follows this many names at the most (RFC 7208, 4.6.4). */
const MAX_LOOKUPS = 10

/** Whether an SPF record includes a name, itself or by another record that it includes. */
async function includes(record: string, wanted: string, dns: Dns): Promise<boolean> {
  const named = (text: string) =>
    [...text.matchAll(/\s\+?(?:include:|redirect=)(\S+)/gi)].map(([, name = '']) =>
      name.toLowerCase(),
    )
  const names = named(record)
  for (let next = 0; next < Math.min(names.length, MAX_LOOKUPS); next++) {
    const name = names[next] ?? ''
    if (name === wanted) return true
    names.push(...(await spfRecordsOf(name, dns)).flatMap(named))
  }
  return false
}

/** Whether the provider can sign. Its guide has the records; other servers keep the name of the key to themselves. */
async function checkDkim(domain: string, server: string, dns: Dns): Promise<Finding[]> {
  const { name, selectors = [] } = providerAt(server) ?? {}
  if (selectors.length === 0) return []
  for (const selector of selectors) {
    const key = `${selector}._domainkey.${domain}`
    const records = await resolveTxt(key, dns)
    if (records.some((text) => /\bp=\s*[^;\s]/.test(text))) return [ok('DKIM', `${key} has a key`)]
  }
  const found = `no key of ${name} at ${selectors.map((one) => `${one}._domainkey`).join(', ')}.${domain}`
  const advice = `Turn on DKIM for your domain at ${name}, and add the records that it shows.`
  return [warning('DKIM', found, advice)]
}

/** The policy is at the domain itself, or at a parent domain. */
async function checkDmarc(domain: string, dns: Dns): Promise<Finding> {
  const labels = domain.split('.')
  for (let first = 0; first <= Math.max(0, labels.length - 2); first++) {
    const name = `_dmarc.${labels.slice(first).join('.')}`
    const record = (await resolveTxt(name, dns)).find((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (record) return ok('DMARC', `${name}: ${record}`)
  }
  return warning(
    'DMARC',
    `${domain} has no DMARC policy`,
    `Large providers require one: a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=none".`,
  )
}

/** Returns the TXT records of a name, each joined from its strings. */
async function resolveTxt(name: string, dns: Dns): Promise<string[]> {
  const records = await resolveAll(() => dns.resolveTxt(name))
  return records.map((pieces) => pieces.join(''))
}

async function resolveAll<T>(lookup: () => Promise<T[]>): Promise<T[]> {
  try {
    return await lookup()
  } catch (error) {
    const { code = 'no response' } = error as NodeJS.ErrnoException
    if (code === NO_SUCH_NAME || code === NO_SUCH_RECORD) return []
    throw new DnsUnavailableError(code)
  }
}

/** A provider that sends for many domains, each of which has to name it. */
type MailProvider = {
  name: string
  /** The hosts of its servers and APIs, and the domains of its mailboxes. */
  hosts: RegExp
  /** What the SPF record includes, and below which name of the domain. */
  spf: { include: string; below?: string } | undefined
  /** Under which names it publishes the keys of its signatures, if they are known. */
  selectors: string[]
}

// As their guides for a domain of one's own say, read on 2026-11-27.
const PROVIDERS: MailProvider[] = [
  {
    name: 'Google',
    hosts: /(^|\.)(gmail|google|googlemail)\.com$/,
    spf: { include: '_spf.google.com' },
    selectors: ['google'],
  },
  {
    name: 'Microsoft 365',
    hosts: /(^|\.)(office365|outlook)\.com$|^graph\.microsoft\.com$/,
    spf: { include: 'spf.protection.outlook.com' },
    selectors: ['selector1', 'selector2'],
  },
  {
    name: 'Resend',
    hosts: /(^|\.)resend\.com$/,
    spf: { include: 'amazonses.com', below: 'send' },
    selectors: ['resend'],
  },
  // Its return path is its own, and its selector has a date.
  { name: 'Postmark', hosts: /(^|\.)postmarkapp\.com$/, spf: undefined, selectors: [] },
  {
    name: 'Fastmail',
    hosts: /(^|\.)fastmail\.com$/,
    spf: { include: 'spf.messagingengine.com' },
    selectors: ['fm1', 'fm2', 'fm3'],
  },
  {
    name: 'iCloud',
    hosts: /(^|\.)(icloud|me)\.com$/,
    spf: { include: 'icloud.com' },
    selectors: ['sig1'],
  },
  {
    name: 'Proton',
    hosts: /(^|\.)protonmail\.ch$/,
    spf: { include: '_spf.protonmail.ch' },
    selectors: ['protonmail', 'protonmail2', 'protonmail3'],
  },
]

/** The provider of a mail server or of a mailbox, if it is a known one. `location` is that of a transport, or a domain. */
function providerAt(location: string): MailProvider | undefined {
  const host = location.replace(/^\w+:\/\//, '').replace(/:\d+$/, '')
  return PROVIDERS.find(({ hosts }) => hosts.test(host))
}
