import type { Screen } from '../terminal/screen.ts'
import { failed, type Report, wrongUse } from './command.ts'

export const YES = { yes: { type: 'boolean', help: 'Do not ask.' } } as const

/** Asks before something is deleted for good; gives the report that ends the command otherwise. */
export async function confirm(
  screen: Screen,
  isAnswered: boolean | undefined,
  question: string,
): Promise<Report | undefined> {
  if (isAnswered) return undefined
  if (!screen.canAsk) {
    return wrongUse('This deletes for good, so it asks on a terminal; in a script, add --yes.')
  }
  const answer = await screen.ask(`${question} Type yes: `)
  return answer.trim().toLowerCase() === 'yes' ? undefined : failed('Nothing was deleted.')
}
