import { join } from 'node:path'
import { loadPortfolio } from '../content/load.ts'
import { formatProblems } from '../content/problem.ts'
import type { Portfolio } from '../content/schema.ts'
import { type Account, type AccountParts, readAccounts } from '../gateway/accounts.ts'
import type { Configuration } from '../gateway/configuration.ts'
import { textOf } from '../gateway/error-text.ts'
import { readTemplates } from '../gateway/mail/template.ts'
import { pageAccountOf } from './page-account.ts'
import { harmlessText } from './terminal/harmless.ts'

export const CONTENT = join(import.meta.dirname, '../../content')

export type ReadAccounts =
  | { ok: true; accounts: Map<string, Account> }
  | { ok: false; fault: string }

/** The accounts as a starting gateway would read them, or what stands in its way. */
export function readOwnAccounts(
  portfolio: Portfolio,
  configuration: Configuration,
  environment: AccountParts['environment'],
): ReadAccounts {
  try {
    const accounts = readAccounts({
      page: pageAccountOf(portfolio),
      configuration,
      environment,
      templates: readTemplates(join(CONTENT, 'mail')),
      // Signs challenges, of which a command hands out none.
      gatewaySecret: '',
      isProduction: true,
    })
    return { ok: true, accounts }
  } catch (error) {
    return { ok: false, fault: textOf(error) }
  }
}

/** The same where the content has not been read yet. */
export function loadOwnAccounts(configuration: Configuration): ReadAccounts {
  const loaded = loadPortfolio(CONTENT, 'words')
  if (!loaded.ok) return { ok: false, fault: harmlessText(formatProblems(loaded.problems)) }
  return readOwnAccounts(loaded.portfolio, configuration, process.env)
}
