import { isEmailJs } from '../content/contact.ts'
import type { Portfolio } from '../content/schema.ts'
import type { PageAccount } from '../gateway/accounts.ts'
import type { PageWords } from '../gateway/intake/pages.ts'

/** Whether the page writes to the address it is served from. */
export function hasOwnGateway({ contact }: Portfolio): boolean {
  return contact !== undefined && contact.form.origin === undefined
}

export const FORM_NEEDS_GATEWAY =
  'The form sends to /api/ at its own address: a gateway must answer there (npm start -- --only ' +
  'gateway), or contact.form.origin must name one.'

/** What a gateway has to know of the page; nothing where the page writes to EmailJS. */
export function pageAccountOf({ contact, site, brand }: Portfolio): PageAccount | undefined {
  if (!contact || isEmailJs(contact.form.origin)) return undefined
  const { publicKey, service, template, captcha } = contact.form
  return {
    publicKey,
    service,
    template,
    captcha: captcha.provider,
    wantsScore: captcha.provider === 'recaptcha' && captcha.scoreKey !== undefined,
    site: brand.text,
    url: site.url,
  }
}

export function pageWordsOf({ site, words }: Portfolio): PageWords {
  return {
    language: site.language,
    receivedTitle: words.receivedTitle,
    receivedText: words.receivedText,
    failedTitle: words.failedTitle,
    failedText: words.failedText,
    back: words.back,
  }
}
