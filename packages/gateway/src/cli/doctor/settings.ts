import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Loaded } from '../../content/load.ts'
import { nearest } from '../../content/nearest.ts'
import { exampleEnvironment, type ReadConfiguration } from '../../gateway/configuration.ts'
import type { ReadAccounts } from '../own-accounts.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const EXPLAINED = 'Every variable is explained in .env.example.'

/** The environment and .env: every fault, and what looks like a slip of the pen. */
export function checkConfiguration(
  read: ReadConfiguration,
  environment: NodeJS.ProcessEnv,
  file: string,
): Finding[] {
  const check = 'configuration'
  const slips = findSlips(file).map((slip) => warning(check, slip, EXPLAINED))
  if (!read.ok) return [...read.faults.map((fault) => failed(check, fault, EXPLAINED)), ...slips]
  const set = Object.keys(read.configuration).filter((name) => environment[name])
  const found = set.length > 0 ? `set: ${set.join(', ')}` : 'nothing set; the defaults hold'
  return [ok(check, found), ...slips]
}

/** Names that mean nothing here but are nearly ones that do; accounts may have names of their own. */
function findSlips(file: string): string[] {
  if (!existsSync(file)) return []
  const known = [...exampleEnvironment().matchAll(/^# ([A-Z_]+)=/gm)].map(([, name = '']) => name)
  return Object.keys(parseEnv(readFileSync(file, 'utf8')))
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const near = nearest(name, known)
      return near ? [`${name} in .env means nothing. Did you mean ${near}?`] : []
    })
}

export function checkContent(loaded: Loaded): Finding {
  if (loaded.ok) return ok('content', 'content/portfolio.yaml is whole')
  const count = loaded.problems.length === 1 ? 'one fault' : `${loaded.problems.length} faults`
  const [first] = loaded.problems
  const place = first ? `, the first in line ${first.line}: ${first.field}` : ''
  return failed('content', `${count}${place}`, 'npm run build tells each one and how to mend it.')
}

/** Accounts and the mail templates that they name. */
export function checkAccounts(read: ReadAccounts): Finding[] {
  if (!read.ok) {
    return read.fault
      .split('\n')
      .map((line) => failed('accounts', line, 'The gateway cannot start until this is mended.'))
  }
  if (read.accounts.size === 0) {
    return [ok('accounts', 'none: the page sends its messages to another service')]
  }
  return [...read.accounts.values()].map(({ publicKey, templates, sender }) => {
    const names = [...templates.keys()].join(', ')
    return ok('accounts', `"${publicKey}" writes to ${sender.to} (templates: ${names})`)
  })
}
