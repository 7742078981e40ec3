import { readOwnConfiguration } from 'reward-codes-gateway/cli/owner-folder'
import type { OwnSite } from 'reward-codes-gateway/own-site'
import type { StatedSettings } from 'reward-codes-gateway/protocol'
import { knownSettings } from 'reward-codes-gateway/stated-settings'
import { isEmailJs } from './contact.ts'
import { statedSettings } from './legal.ts'
import { loadPortfolio } from './load.ts'
import { isRightToLeft } from './locale.ts'
import type { FormContact, Portfolio } from './schema.ts'
import { typeset } from './typography.ts'

/**
 * What the gateway must know about the site of valid content. `isRunning` says whether the gateway runs on this
 * machine with its settings, which the privacy notice states.
 */
export function readOwnSite(folder: string, isRunning: boolean): OwnSite | undefined {
  const loaded = loadPortfolio(folder, 'schema')
  if (!loaded.ok) return undefined
  return ownSite(loaded.portfolio, gatewaySettings(loaded.portfolio, isRunning))
}

/** The site as the gateway needs it: texts, account, form origin and what the privacy notice states. */
export function ownSite(portfolio: Portfolio, known: StatedSettings = {}): OwnSite {
  const { contact, site, brand, legal, person } = portfolio
  const form = contact?.form
  const { strings } = typeset(portfolio)
  const { receivedTitle, receivedText, failedTitle, failedText, back } = strings
  return {
    url: site.url,
    email: contact?.email,
    form: form && { origin: form.origin },
    account:
      form &&
      accountOf(form, {
        site: brand.text,
        url: site.url,
        language: site.language,
        timeZone: person.timeZone,
      }),
    stated: statedSettings(legal?.privacy, known),
    resultPageText: {
      language: site.language,
      isRightToLeft: isRightToLeft(site.language),
      brand: brand.text,
      receivedTitle,
      receivedText,
      failedTitle,
      failedText,
      back,
    },
  }
}

/**
 * What this machine knows of the settings of the gateway that receives the messages of a site. A gateway at
 * another origin has settings of its own.
 */
export function gatewaySettings({ contact }: Portfolio, isRunning: boolean): StatedSettings {
  if (!contact?.form || contact.form.origin) return {}
  const read = readOwnConfiguration()
  return read.ok ? knownSettings(read.configuration, process.env, isRunning) : {}
}

type Form = FormContact['form']

/** Undefined for a form that sends to EmailJS, which has the account. */
function accountOf(
  form: Form,
  site: Pick<NonNullable<OwnSite['account']>, 'site' | 'url' | 'language' | 'timeZone'>,
) {
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
