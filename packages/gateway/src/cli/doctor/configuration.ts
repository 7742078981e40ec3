import type { ReadConfiguration } from '../../configuration.ts'
import { unknownVariables } from '../unknown-variables.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const EXPLAINED = '.env.example describes every variable.'

/** Checks the environment and .env: every error, and every unknown name. */
export function checkConfiguration(
  read: ReadConfiguration,
  environment: NodeJS.ProcessEnv,
  file: string,
): Finding[] {
  const check = 'configuration'
  const typos = unknownVariables(file).map((typo) => warning(check, typo, EXPLAINED))
  if (!read.ok) return [...read.faults.map((fault) => failed(check, fault, EXPLAINED)), ...typos]
  const set = Object.keys(read.configuration).filter((name) => environment[name])
  const found = set.length > 0 ? `set: ${set.join(', ')}` : 'nothing set; defaults apply'
  return [ok(check, found), ...typos]
}
