import type { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { type Finding, failed, ok, warning } from './finding.ts'

export type Dns = Pick<Resolver, 'resolveMx' | 'resolveTxt' | 'resolveNs'>

const NO_SUCH_NAME = 'ENOTFOUND'
const NO_SUCH_RECORD = 'ENODATA'
/** A name that every name server of the internet knows. */
const CERTAIN = 'com'
const LONGEST_SHOWN = 100

/** A name server that gives no answer at all; what it says about a name is an answer. */
export class Unreachable extends Error {}

/** What receiving mail servers look up before they believe a mail from this domain. */
export async function checkMailDns(domain: string, dns: Dns): Promise<Finding[]> {
  const name = domainToASCII(domain) || domain
  try {
    if (!(await isKnown(name, dns))) {
      const found = `there is no domain ${domain}`
      return [failed('mail DNS', found, 'Look at MAIL_FROM for a slip of the pen.')]
    }
    return [await checkMx(name, dns), await checkSpf(name, dns), await checkDmarc(name, dns)]
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const found = `the name servers cannot be asked about ${domain} (${error.message})`
    return [warning('mail DNS', found, 'Run this again where the internet can be reached.')]
  }
}

/** Some networks have name servers that deny every name outside. */
async function isKnown(domain: string, dns: Dns): Promise<boolean> {
  if (await exists(() => dns.resolveMx(domain))) return true
  if (await exists(() => dns.resolveNs(CERTAIN))) return false
  throw new Unreachable('they know no names at all')
}

async function exists(question: () => Promise<unknown>): Promise<boolean> {
  try {
    await question()
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== NO_SUCH_NAME
  }
}

async function checkMx(domain: string, dns: Dns): Promise<Finding> {
  const records = await ask(() => dns.resolveMx(domain))
  const hosts = records.map(({ exchange }) => exchange).filter(Boolean)
  if (hosts.length > 0) return ok('MX', `${domain} takes mail at ${hosts.join(', ')}`)
  return warning(
    'MX',
    `${domain} takes no mail`,
    'Bounces and answers to MAIL_FROM get lost, and some servers refuse such senders.',
  )
}

async function checkSpf(domain: string, dns: Dns): Promise<Finding> {
  const records = (await askTxt(domain, dns)).filter((text) => /^v=spf1( |$)/i.test(text))
  const [record] = records
  if (!record) {
    return warning(
      'SPF',
      `${domain} does not say who may send for it`,
      `Add the TXT record that your mail provider names, such as "v=spf1 include:... -all".`,
    )
  }
  if (records.length > 1) {
    const advice = 'Put them together into one; more than one counts as none.'
    return failed('SPF', `${domain} has ${records.length} SPF records`, advice)
  }
  return ok('SPF', shorten(record))
}

/** The policy stands at the domain itself, or at one above it. */
async function checkDmarc(domain: string, dns: Dns): Promise<Finding> {
  const labels = domain.split('.')
  for (let first = 0; first <= Math.max(0, labels.length - 2); first++) {
    const name = `_dmarc.${labels.slice(first).join('.')}`
    const record = (await askTxt(name, dns)).find((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (record) return ok('DMARC', `${name}: ${shorten(record)}`)
  }
  return warning(
    'DMARC',
    `${domain} has no policy`,
    `Large providers want one: a TXT record at _dmarc.${domain}, at least "v=DMARC1; p=none".`,
  )
}

/** The texts at a name, each put together from the pieces it is stored in. */
export async function askTxt(name: string, dns: Dns): Promise<string[]> {
  const records = await ask(() => dns.resolveTxt(name))
  return records.map((pieces) => pieces.join(''))
}

async function ask<T>(question: () => Promise<T[]>): Promise<T[]> {
  try {
    return await question()
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException
    if (code === NO_SUCH_NAME || code === NO_SUCH_RECORD) return []
    throw new Unreachable(code)
  }
}

function shorten(record: string): string {
  return record.length > LONGEST_SHOWN ? `${record.slice(0, LONGEST_SHOWN)}...` : record
}
