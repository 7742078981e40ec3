import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import type { Log } from '../log.ts'
import { readFields } from '../message.ts'
import { type MessageLinks, REVIEW_PATH, WAITING } from '../message-links.ts'
import { viewMessage } from '../message-view.ts'
import { EMAIL_FIELD } from '../protocol.ts'
import { blockSender, isSenderBlocked, unblockSender } from '../store/blocked-senders.ts'
import type { Message } from '../store/database.ts'
import { attemptsOf, messageById, restartMessages } from '../store/messages.ts'
import { settledUntil, waitingUntil } from '../store/notices.ts'
import { eraseMessages } from '../store/retention.ts'
import type { Store } from '../store/store.ts'
import { PAGE_HEADERS, sendPage } from './page.ts'
import { ignoreBodies } from './result.ts'
import { DELETED, EXPIRED, messagePage, RELEASE, waitingPage } from './review-pages.ts'

/** At most so many messages are listed; of others the page gives the number. Its buttons apply to all. */
const MAX_LISTED = 200
/**
 * The list ends at this age. A request takes at most 12 s, so every older message is stored, and a button applies to
 * exactly those of the list.
 */
const STORED_AFTER_MS = 15_000

export type ReviewContext = {
  account: Account
  clock: () => number
  links: MessageLinks
  log: Log
  store: Store
  wake: () => void
}

type Params = { Params: { token: string; action: string }; Querystring: { until?: string } }

/**
 * The page of one message, or of all that wait, for the owner who has its link. Opening it changes nothing, because mail programs open
 * links too. What posts to it needs the token, which no other site knows.
 */
export async function reviewRoutes(
  app: FastifyInstance,
  { gateway }: { gateway: ReviewContext },
): Promise<void> {
  const { account, clock, links, log, store, wake } = gateway
  const { db } = store
  const { timeZone } = account.sender
  // A browser sends the empty form with a content type.
  ignoreBodies(app)

  const find = async (id: string) => {
    const message = id === WAITING ? undefined : await messageById(db, id)
    return message?.template_params ? message : undefined
  }

  app.get<Params>(`${REVIEW_PATH}/:token`, async ({ params: { token } }, reply) => {
    const now = clock()
    const link = links.read(token, now)
    if (!link) return sendPage(reply, 404, ...EXPIRED)
    const { id, expiresAt } = link
    const shown = { token, expiresAt, timeZone }
    if (id === WAITING) {
      const until = now - STORED_AFTER_MS
      const waiting = await waitingUntil(db, now, until, MAX_LISTED)
      return sendPage(reply, 200, ...waitingPage({ ...waiting, until, links }, shown))
    }
    const message = await find(id)
    if (!message) return sendPage(reply, 200, ...DELETED)
    const view = viewMessage(message, await attemptsOf(db, id), { now, timeZone })
    const sender = senderOf(message)
    const isBlocked = await isSenderBlocked(db, sender)
    return sendPage(reply, 200, ...messagePage({ message, view, sender, isBlocked }, shown))
  })

  /** The messages to which a button applies; on the page of a single message, its sender too. */
  const read = async (id: string, until: string | undefined) => {
    if (id === WAITING) return { sender: '', ids: await listedUntil(until) }
    const message = await find(id)
    const ids = message && RELEASE.has(message.state) ? [id] : []
    return { sender: message ? senderOf(message) : '', ids }
  }
  const listedUntil = (given: string | undefined) => {
    const latest = clock() - STORED_AFTER_MS
    const until = Number(given)
    return settledUntil(db, clock(), Number.isFinite(until) ? Math.min(until, latest) : 0)
  }

  app.post<Params>(`${REVIEW_PATH}/:token/:action`, async ({ params, query }, reply) => {
    const { token, action } = params
    const link = links.read(token, clock())
    if (link) {
      const { ids, sender } = await read(link.id, query.until)
      if (action === 'release') await restartMessages(store, ids, [...RELEASE.keys()], clock())
      if (action === 'delete') {
        await eraseMessages(store, ids)
        await store.truncateWal()
      }
      // Blocking no address would block everybody who gives none.
      if (action === 'block' && sender) await store.write((tx) => blockSender(tx, sender))
      if (action === 'unblock') await store.write((tx) => unblockSender(tx, sender))
      log.info({ id: link.id, action, messages: ids.length }, 'messages reviewed')
      wake()
    }
    return reply.headers(PAGE_HEADERS).redirect(`${REVIEW_PATH}/${token}`, 303)
  })
}

function senderOf(message: Message): string {
  return readFields(message)[EMAIL_FIELD] ?? ''
}
