import type { OwnSite } from 'reward-codes-gateway/own-site'
import { isEmailJs } from '../content/contact.ts'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio } from '../content/schema.ts'

/** The site as the gateway needs it: texts, account and form origin. */
export function ownSite({ contact, site, brand, strings }: Portfolio): OwnSite {
  return {
    url: site.url,
    form: contact && { origin: contact.form.origin },
    account: contact && accountOf(contact.form, { site: brand.text, url: site.url }),
    resultPageText: {
      language: site.language,
      isRightToLeft: isRightToLeft(site.language),
      receivedTitle: strings.receivedTitle,
      receivedText: strings.receivedText,
      failedTitle: strings.failedTitle,
      failedText: strings.failedText,
      back: strings.back,
    },
  }
}

type Form = NonNullable<Portfolio['contact']>['form']

/** Undefined for a form that sends to EmailJS, which has the account. */
function accountOf(form: Form, site: { site: string; url: string | undefined }) {
  if (isEmailJs(form.origin)) return undefined
  const { publicKey, service, template, captcha, messageRequired } = form
  return {
    publicKey,
    service,
    template,
    captcha: captcha.provider,
    wantsScore: captcha.provider === 'recaptcha' && captcha.scoreKey !== undefined,
    isMessageRequired: messageRequired,
    ...site,
    formOrigin: form.origin,
  }
}
