import type { MessageState } from '../../gateway/store/database.ts'
import type { Filter } from '../../gateway/store/messages.ts'
import type { Given } from './command.ts'

const STATES: MessageState[] = ['queued', 'held', 'sent', 'failed']

/** The options that say which messages are meant. */
export const NARROWING = {
  state: { type: 'string', value: 'STATE', help: `Only these: ${STATES.join(', ')}.` },
  from: { type: 'string', value: 'ADDRESS', help: 'Only from this visitor.' },
  all: { type: 'boolean', help: 'Automatic replies and notices to you as well.' },
} as const

export type Narrowed = { ok: true; filter: Filter } | { ok: false; fault: string }

export function narrow({ state, from, all }: Given<typeof NARROWING>): Narrowed {
  const known = STATES.find((name) => name === state)
  if (state !== undefined && !known) {
    return { ok: false, fault: `--state ${state}: one of ${STATES.join(', ')}.` }
  }
  return { ok: true, filter: { state: known, sender: from?.trim(), isAll: all } }
}
