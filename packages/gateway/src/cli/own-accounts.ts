import { type Account, readAccounts } from '../accounts.ts'
import type { Configuration } from '../configuration.ts'
import { readTemplates } from '../delivery/template.ts'
import { textOf } from '../log.ts'
import type { ReadSite } from '../own-site.ts'
import { ownTemplates } from './owner-folder.ts'

export type ReadAccounts =
  | { ok: true; accounts: Map<string, Account>; faults: string[] }
  | { ok: false; fault: string }

/** Reads the accounts as a starting gateway does, or returns the error that prevents the start. */
export function readOwnAccounts(site: ReadSite, configuration: Configuration): ReadAccounts {
  if (!site.ok) return site
  try {
    const read = readAccounts({
      page: site.site?.account,
      configuration,
      environment: process.env,
      templates: readTemplates(ownTemplates()),
      // Signs challenges, which a command does not issue.
      gatewaySecret: '',
      isProduction: true,
    })
    return { ok: true, ...read }
  } catch (error) {
    return { ok: false, fault: textOf(error) }
  }
}
