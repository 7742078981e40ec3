import { isEmailJs } from '../contact.ts'
import type { ContentDocument } from '../load.ts'
import type { PortfolioInput } from '../schema.ts'
import { URL_MISSING } from './page.ts'
import { type Advice, locateRemarks, type Remark } from './remark.ts'

/** The default public key of a gateway. EmailJS generates its keys, never this one. */
const DEFAULT_PUBLIC_KEY = 'portfolio'

/** Static hosts, which cannot receive submissions. */
const STATIC_HOSTS = /\.(github\.io|gitlab\.io|netlify\.app|pages\.dev|vercel\.app)$/

/** Reports fields that publishing requires and a draft does not. */
export function missingForPublishing({ source, content }: ContentDocument): Advice[] {
  const { site, contact } = content
  const missing: Remark[] = []
  if (!site.url) missing.push(URL_MISSING)
  if (isEmailJs(contact?.form.origin) && contact?.form.publicKey === DEFAULT_PUBLIC_KEY) {
    missing.push({
      path: ['contact', 'form', 'publicKey'],
      found: 'nothing',
      meaning: 'EmailJS rejects every message without your public key.',
      action: 'Set the public key from your EmailJS dashboard.',
    })
  }
  if (site.url && contact && !contact.form.origin && isStaticHost(site.url)) {
    missing.push({
      path: ['contact', 'form', 'origin'],
      found: 'nothing',
      meaning: `${new URL(site.url).hostname} is a static host and cannot receive messages, so the form would fail.`,
      action: 'Set it to your gateway or https://api.emailjs.com, or delete the contact section.',
    })
  }
  return locateRemarks(source, missing)
}

/** Whether the host of the site also receives messages and sends the mail. */
export function needsMailServer({ site, contact }: PortfolioInput): boolean {
  return Boolean(site.url && contact && !contact.form.origin && !isStaticHost(site.url))
}

function isStaticHost(url: string): boolean {
  return STATIC_HOSTS.test(new URL(url).hostname)
}
