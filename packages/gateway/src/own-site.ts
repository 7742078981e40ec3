import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { accountSchema, type SiteAccount } from './account.ts'
import { isLocalName } from './address.ts'
import type { Configuration } from './configuration.ts'
import { ownCommand } from './own-command.ts'
import type { StatedSettings } from './protocol.ts'

/** What a gateway must know about the site that it belongs to. */
export type OwnSite = {
  /** The public URL of the page. */
  url?: string | undefined
  /** The address that the page shows. */
  email?: string | undefined
  /** Where the page's form sends; no `origin` is the page's own. Unset without a form. */
  form?: { origin?: string | undefined } | undefined
  /** Undefined if the page has no form, or sends to EmailJS. */
  account?: SiteAccount | undefined
  /** The settings that the privacy notice states. Undefined without a generated notice. */
  stated?: StatedSettings | undefined
  /** The pages of the site for a form that a browser has sent itself. Unset if their address is not known. */
  resultPages?: ResultPages | undefined
}

/** URLs, or paths if the form sends to the origin of its page. */
type Pages = { received: string; failed: string }

/** The pages in the main language of the site, and those in the others by their tags. */
export type ResultPages = Pages & { languages?: Record<string, Pages> }

export type ReadSite =
  | { ok: true; site: OwnSite | undefined }
  | { ok: false; fault: string; errors?: object[] }

/** The build writes this file into the site's folder. Servers do not serve dotfiles. */
const MANIFEST = '.gateway.json'

export function siteManifest(site: OwnSite): { path: string; body: string } {
  return { path: `/${MANIFEST}`, body: JSON.stringify(site) }
}

/** Reads the manifest that the build wrote; `site` is undefined if no site is built. */
export function readSiteManifest(folder: string): ReadSite {
  const file = join(folder, MANIFEST)
  if (!existsSync(file)) return { ok: true, site: undefined }
  try {
    const site: OwnSite = JSON.parse(readFileSync(file, 'utf8'))
    const { error } = accountSchema.optional().safeParse(site.account)
    if (error) return { ok: false, fault: `${file}, account:\n${z.prettifyError(error)}` }
    return { ok: true, site }
  } catch {
    return { ok: false, fault: `${file} is corrupt. Build the site again.` }
  }
}

export const FORM_NEEDS_GATEWAY =
  `The form sends to /api/ at its own origin. Run a gateway there (${ownCommand('start', '--role gateway')}), ` +
  'or set contact.gateway.'

/** Whether the page's form sends to the page's own origin. */
export function hasOwnGateway(site: OwnSite | undefined): boolean {
  return site?.form !== undefined && site.form.origin === undefined
}

/** The API of Microsoft 365. */
export const GRAPH_URL = 'https://graph.microsoft.com'

type Environment = Record<string, string | undefined>

/**
 * What a build knows of the settings of the gateway. `isRunning` says that this process is the gateway. Otherwise the
 * gateway may run elsewhere with other settings, so a default counts only beside SMTP_HOST, which shows that its
 * settings are here.
 */
export function knownSettings(
  configuration: Configuration,
  environment: Environment,
  isRunning: boolean,
): StatedSettings {
  const { SMTP_HOST, MAIL_TRANSPORT, RETENTION_DAYS, AUTO_REPLY } = configuration
  const host = MAIL_TRANSPORT === 'smtp' ? SMTP_HOST : new URL(GRAPH_URL).hostname
  const isComplete = isRunning || host !== undefined
  const isKnown = (name: string) => isComplete || Boolean(environment[name])
  return {
    retentionDays: isKnown('RETENTION_DAYS') ? RETENTION_DAYS : undefined,
    autoReply: isKnown('AUTO_REPLY') ? AUTO_REPLY : undefined,
    mailServer: host && isLocalName(host) ? undefined : host,
  }
}
