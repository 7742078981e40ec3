import { readOwnConfiguration } from 'reward-codes-gateway/cli/owner-folder'
import { knownSettings, type OwnSite } from 'reward-codes-gateway/own-site'
import type { StatedSettings } from 'reward-codes-gateway/protocol'
import type { Diagnostic } from '../content/diagnostic.ts'
import { languagesIn } from '../content/languages.ts'
import { type LoadOptions, load } from '../content/load.ts'
import type { FormContact, Portfolio } from '../content/portfolio.ts'
import { isEmailJs } from '../content/schema/contact.ts'
import { statedSettings } from '../content/schema/legal.ts'
import { resultPath } from '../routes/paths.ts'

/**
 * What the gateway must know about the site of valid content. `isRunning` says whether the gateway runs on this
 * machine with its settings, which the privacy notice states.
 */
export async function readOwnSite(
  folder: string,
  isRunning: boolean,
  options: LoadOptions = {},
): Promise<{ ok: true; site: OwnSite } | { ok: false; diagnostics: Diagnostic[] }> {
  const loaded = await load(folder, { sections: 'unknown', ...options })
  if (!loaded.ok) return loaded
  const known = gatewaySettings(loaded.portfolio, isRunning)
  return { ok: true, site: ownSite(loaded.portfolio, known, languagesIn(folder)) }
}

/** The site as the gateway needs it: texts, account, form origin and what the privacy notice states. */
function ownSite(
  portfolio: Portfolio,
  known: StatedSettings = {},
  /** The languages beside the main one. */
  languages: string[] = [],
): OwnSite {
  const { contact, site, brand, legal, person } = portfolio
  const form = contact?.form
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
    resultPages: resultPages(form, site.url, languages),
  }
}

/** The pages of routes/result.astro. A gateway at another origin needs their whole URL. */
function resultPages(
  form: Form | undefined,
  url: string | undefined,
  languages: string[],
): OwnSite['resultPages'] {
  const home = form?.origin ? url : new URL(url ?? 'http://localhost/').pathname
  if (!home) return undefined
  const below = (path: string) => ({
    received: path + resultPath('received'),
    failed: path + resultPath('failed'),
  })
  const others = languages.map((language) => [language, below(`${home}${language}/`)])
  return { ...below(home), ...(others.length > 0 && { languages: Object.fromEntries(others) }) }
}

/**
 * What this machine knows of the settings of the gateway that receives the messages of a site. A gateway at
 * another origin has other settings.
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
