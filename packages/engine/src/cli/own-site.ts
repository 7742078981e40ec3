import { join } from 'node:path'
import { fromCaller, readOwnConfiguration } from 'reward-codes-gateway/cli/owner-folder'
import type { OwnSite, ReadSite } from 'reward-codes-gateway/own-site'
import { knownSettings } from 'reward-codes-gateway/stated-settings'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import type { StatedSettings } from 'reward-codes-protocol/stated-settings'
import { isEmailJs } from '../content/contact.ts'
import { type Diagnostic, formatDiagnostics } from '../content/diagnostic.ts'
import { statedSettings } from '../content/legal.ts'
import { type LoadResult, loadPortfolio } from '../content/load.ts'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio } from '../content/schema.ts'
import { typeset } from '../content/typography.ts'
import { OWNER_FOLDER } from '../folders.ts'

export const CONTENT_FOLDER = join(OWNER_FOLDER, 'content')

/** The content folder of a command: that of --content, or `content/` of the owner's folder. */
export function contentFolder(named: string | undefined): string {
  return named === undefined ? CONTENT_FOLDER : fromCaller(named)
}

/** The errors of the content, sanitized for a terminal. */
export function errorText(diagnostics: Diagnostic[]): string {
  return sanitizeText(formatDiagnostics(diagnostics))
}

/** Returns loaded content, or prints all its errors and exits. */
export function contentOrExit<Loaded extends { ok: true }>(
  loaded: Loaded | Extract<LoadResult, { ok: false }>,
): Loaded {
  if (loaded.ok) return loaded
  console.error(errorText(loaded.diagnostics))
  process.exit(1)
}

/** Reads the site from the content, which may be newer than the last build. */
export function readOwnSite(): ReadSite {
  const loaded = loadPortfolio(CONTENT_FOLDER, 'schema')
  if (loaded.ok) {
    const { portfolio } = loaded
    return { ok: true, site: ownSite(portfolio, gatewaySettings(portfolio, false)) }
  }
  return { ok: false, fault: errorText(loaded.diagnostics) }
}

/** The site as the gateway needs it: texts, account, form origin and what the privacy notice states. */
export function ownSite(portfolio: Portfolio, known: StatedSettings = {}): OwnSite {
  const { contact, site, brand, legal, person } = portfolio
  const { strings } = typeset(portfolio)
  const { receivedTitle, receivedText, failedTitle, failedText, back } = strings
  return {
    url: site.url,
    form: contact && { origin: contact.form.origin },
    account:
      contact &&
      accountOf(contact.form, {
        site: brand.text,
        url: site.url,
        language: site.language,
        timeZone: person.timeZone,
      }),
    stated: statedSettings(legal?.privacy, known),
    resultPageText: {
      language: site.language,
      isRightToLeft: isRightToLeft(site.language),
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
  if (!contact || contact.form.origin) return {}
  const read = readOwnConfiguration()
  return read.ok ? knownSettings(read.configuration, process.env, isRunning) : {}
}

type Form = NonNullable<Portfolio['contact']>['form']

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
