import { ALIASES } from '../visitor-fields.ts'
import { type Submission, textIn } from './parse.ts'
import { rejectValue } from './validate.ts'

/**
 * Gives the fields of a form the names that this gateway reads and its templates use: those of the accounts file, then
 * those of EmailJS. An alias whose value is no address, or no name, stays as it is.
 */
export function withOwnNames(submission: Submission, fields: Map<string, string>): Submission {
  const variables = { ...submission.variables }
  const rename = (theirs: string, own: string) => {
    const value = variables[theirs]
    delete variables[theirs]
    if (value !== undefined) variables[own] = value
  }
  for (const [own, theirs] of fields) {
    if (typeof variables[theirs] === 'string') rename(theirs, own)
  }
  for (const [own, aliases] of ALIASES) {
    const isUsable = (text: string) => text !== '' && !rejectValue(own, text)
    const alias = aliases.find((name) => isUsable(textIn(variables, name)))
    if (alias && variables[own] === undefined) rename(alias, own)
  }
  return { ...submission, variables }
}
