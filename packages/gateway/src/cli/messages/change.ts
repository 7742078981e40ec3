import type { Message } from '../../store/database.ts'
import { acknowledgeMessage, releaseMessage, retryMessage } from '../../store/messages.ts'
import { done, type MessagesCommand, type Report, type StoreCall, usageError } from './command.ts'
import { resolveIds, shortName, titleOf } from './describe.ts'
import { readMessages } from './export.ts'

const CONTENT_DELETED = 'Its content is deleted, so there is nothing to send.'

/** Why a message cannot be queued again; undefined if it was. */
type Refusal = string | undefined

export const release: MessagesCommand<[ids: string[]]> = {
  run: (call, ids) =>
    requeue(call, ids, async (message) => {
      const isReleased = await releaseMessage(call.store.db, message.id, call.now)
      return isReleased ? undefined : releaseRefusal(message)
    }),
}

function releaseRefusal({ state, template_params: variables, id }: Message): Refusal {
  switch (state) {
    case 'held':
      return variables === null ? CONTENT_DELETED : 'Another process has just released it.'
    case 'queued':
      return 'It is not held: it is already queued.'
    case 'sent':
      return 'It is not held: it was sent.'
    case 'failed':
      return `It is not held: it failed. Retry it: npm run messages -- retry ${shortName(id)}`
  }
}

export const retry: MessagesCommand<[ids: string[]]> = {
  run: (call, ids) =>
    requeue(call, ids, async (message) => {
      const isQueued = await retryMessage(call.store.db, message.id, call.now)
      return isQueued ? undefined : retryRefusal(message)
    }),
}

function retryRefusal({ state, template_params: variables, id }: Message): Refusal {
  if (variables === null) return CONTENT_DELETED
  switch (state) {
    case 'queued':
      return 'Its delivery is in progress.'
    case 'sent':
      return 'It was already sent.'
    case 'held':
      return `It is held. Release it: npm run messages -- release ${shortName(id)}`
    case 'failed':
      return 'Another process has just changed it.'
  }
}

/** Queues messages again, each with one statement, and reports the result of each. */
async function requeue(
  { store }: StoreCall,
  ids: string[],
  change: (message: Message) => Promise<Refusal>,
): Promise<Report> {
  const resolved = await resolveIds(store.db, ids)
  if (!resolved.ok) return resolved.report
  const results: { message: Message; refusal: Refusal }[] = []
  for (const message of resolved.messages) results.push({ message, refusal: await change(message) })
  const queued = results.filter(({ refusal }) => refusal === undefined)
  const refused = results.filter(({ refusal }) => refusal !== undefined)
  if (queued.length > 0) await store.notify()
  const text = [
    ...queued.map(({ message }) => `queued   ${titleOf(message)}`),
    ...refused.map(({ message, refusal }) => `refused  ${titleOf(message)}\n         ${refusal}`),
    ...(queued.length > 0 ? ['', 'A running gateway delivers within 30 seconds.'] : []),
  ].join('\n')
  return {
    exitCode: refused.length > 0 ? 1 : 0,
    text,
    data: {
      queued: queued.map(({ message }) => message.id),
      refused: refused.map(({ message, refusal }) => ({ id: message.id, reason: refusal })),
    },
  }
}

export const acknowledge: MessagesCommand<[ids: string[], options: { all?: boolean }]> = {
  run: async ({ store, now }, ids, { all }) => {
    if (ids.length > 0 === Boolean(all)) {
      return usageError('acknowledge needs either message ids or --all.')
    }
    const resolved = all ? undefined : await resolveIds(store.db, ids)
    if (resolved?.ok === false) return resolved.report
    const messages = resolved?.messages ?? readMessages(store.db, { state: 'failed' })
    const acknowledged: Message[] = []
    for await (const message of messages) {
      if (await acknowledgeMessage(store.db, message.id, now)) acknowledged.push(message)
    }
    const lines = acknowledged.map((message) => `acknowledged  ${titleOf(message)}`)
    const text = lines.join('\n') || 'No unacknowledged failed messages.'
    return done(text, { acknowledged: acknowledged.map(({ id }) => id) })
  },
}
