import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type ReadConfiguration, VARIABLE_NAMES } from '../../configuration.ts'
import { nearest } from '../../did-you-mean.ts'
import type { ReadSite } from '../../own-site.ts'
import type { ReadAccounts } from '../own-accounts.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const EXPLAINED = '.env.example describes every variable.'

/** Checks the environment and .env: every error, and every name that looks like a typo. */
export function checkConfiguration(
  read: ReadConfiguration,
  environment: NodeJS.ProcessEnv,
  file: string,
): Finding[] {
  const check = 'configuration'
  const typos = findTypos(file).map((typo) => warning(check, typo, EXPLAINED))
  if (!read.ok) return [...read.faults.map((fault) => failed(check, fault, EXPLAINED)), ...typos]
  const set = Object.keys(read.configuration).filter((name) => environment[name])
  const found = set.length > 0 ? `set: ${set.join(', ')}` : 'nothing set; defaults apply'
  return [ok(check, found), ...typos]
}

/** Unknown names that are similar to known ones. Accounts may use other names. */
function findTypos(file: string): string[] {
  if (!existsSync(file)) return []
  return Object.keys(parseEnv(readFileSync(file, 'utf8')))
    .filter((name) => !VARIABLE_NAMES.includes(name))
    .flatMap((name) => {
      const near = nearest(name, VARIABLE_NAMES)
      return near ? [`unknown variable ${name} in .env. Did you mean ${near}?`] : []
    })
}

export function checkSite(read: ReadSite): Finding {
  const check = 'site'
  if (!read.ok)
    return failed(check, read.fault, 'npm run build prints each error and how to fix it.')
  const { site } = read
  if (!site) return ok(check, 'none: this gateway serves the accounts in ACCOUNTS_FILE')
  return ok(
    check,
    site.url ? `the content is valid; the page is ${site.url}` : 'the content is valid',
  )
}

/** Checks the accounts and the mail templates that they name. */
export function checkAccounts(read: ReadAccounts): Finding[] {
  if (!read.ok) {
    return read.fault
      .split('\n')
      .map((line) => failed('accounts', line, 'The gateway cannot start until this is fixed.'))
  }
  if (read.accounts.size === 0) {
    return [ok('accounts', 'none: the page sends messages to another service')]
  }
  return [...read.accounts.values()].map(({ publicKey, templates, sender }) => {
    const names = [...templates.keys()].join(', ')
    return ok('accounts', `"${publicKey}" sends to ${sender.to.join(', ')} (templates: ${names})`)
  })
}
