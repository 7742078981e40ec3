import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '../account.ts'
import type { Log } from '../log.ts'
import { type MessageState, readFields } from '../message.ts'
import { type MessageLinks, REVIEW_PATH, WAITING } from '../message-links.ts'
import { type MessageView, viewMessage } from '../message-view.ts'
import { EMAIL_FIELD } from '../protocol.ts'
import { blockSender, isSenderBlocked, unblockSender } from '../store/blocked-senders.ts'
import type { Message } from '../store/database.ts'
import { attemptsOf, messageById, restartMessages } from '../store/messages.ts'
import { eraseMessages } from '../store/retention.ts'
import type { Store } from '../store/store.ts'
import { formatTime } from '../time.ts'
import { ignoreBodies, RESPONSE_HEADERS } from './result.ts'
import { escapeHtml, pageHeaders, renderPage, STYLE } from './result-page.ts'
import { listedUntil, renderWaiting, WAITING_STYLE } from './waiting-page.ts'

const REVIEW_STYLE = `${STYLE}
body { margin-block: 8vh 3rem }
dl { margin: 1.5rem 0 }
dt, .note { font-size: 0.9375rem; opacity: 0.75 }
dd { margin: 0 0 1rem; overflow-wrap: anywhere; white-space: pre-wrap }
form { display: flex; flex-wrap: wrap; align-items: start; gap: 0.75rem }
button, summary { min-height: 2.75rem; padding: 0.5rem 1.125rem; border: 1px solid; border-radius: 3px; background: none; color: inherit; font: inherit; line-height: 1.6; text-align: start; overflow-wrap: anywhere; box-sizing: border-box; cursor: pointer }
summary { width: fit-content; list-style: none }
summary::-webkit-details-marker { display: none }
details p { margin: 0.75rem 0 }
[formaction*="/release"] { border-color: CanvasText; background: CanvasText; color: Canvas }
:is(button, summary):focus-visible { outline: 3px solid; outline-offset: 2px }
${WAITING_STYLE}`

/** A link is a permission, so no cache, search engine or other site gets to know it. */
const HEADERS = {
  ...RESPONSE_HEADERS,
  ...pageHeaders(REVIEW_STYLE, "'self'"),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** What queues a message again, by its state. One of them can also be deleted. */
const RELEASE = new Map<MessageState, string>([
  ['held', 'Release'],
  ['failed', 'Try again'],
])
const RESTARTED = [...RELEASE.keys()]

const ACTIONS = ['release', 'delete', 'block', 'unblock'] as const

export type ReviewContext = {
  account: Account
  clock: () => number
  links: MessageLinks
  log: Log
  store: Store
  wake: () => void
}

type Params = { Params: { token: string }; Querystring: { until?: string } }

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

  const find = async (token: string) => {
    const link = links.read(token, clock())
    const isList = link?.id === WAITING
    const message = link && !isList ? await messageById(db, link.id) : undefined
    const expiresAt = link?.expiresAt
    return { expiresAt, isList, message: message?.template_params ? message : undefined }
  }

  app.get<Params>(`${REVIEW_PATH}/:token`, async ({ params: { token } }, reply) => {
    const { expiresAt, isList, message } = await find(token)
    if (!expiresAt) return send(reply, 404, 'This link is not valid', EXPIRED)
    if (isList) {
      const view = { db, links, token, expiresAt, timeZone, now: clock() }
      return send(reply, 200, ...(await renderWaiting(view)))
    }
    if (!message) return send(reply, 200, 'This message is deleted', DELETED)
    const sender = senderOf(message)
    return send(
      reply,
      200,
      ...render(message, {
        ...viewMessage(message, await attemptsOf(db, message.id), { now: clock(), timeZone }),
        token,
        sender,
        isBlocked: await isSenderBlocked(db, sender),
        expires: formatTime(expiresAt, 'en', timeZone),
      }),
    )
  })

  const restart = (ids: string[]) => restartMessages(store, ids, RESTARTED, clock())
  const erase = async (ids: string[]) => {
    await eraseMessages(store, ids)
    await store.truncateWal()
  }
  const act: Record<(typeof ACTIONS)[number], (message: Message) => Promise<unknown>> = {
    release: ({ id }) => restart([id]),
    delete: async ({ id, state }) => RELEASE.has(state) && erase([id]),
    block: async (message) => {
      // Blocking no address would block everybody who gives none.
      const sender = senderOf(message)
      if (sender) await store.write((tx) => blockSender(tx, sender))
    },
    unblock: (message) => store.write((tx) => unblockSender(tx, senderOf(message))),
  }
  for (const action of ACTIONS) {
    app.post<Params>(`${REVIEW_PATH}/:token/${action}`, async ({ params, query }, reply) => {
      const { token } = params
      const { isList, message } = await find(token)
      if (isList) {
        const ids = await listedUntil(db, clock(), query.until)
        if (action === 'release') await restart(ids)
        if (action === 'delete') await erase(ids)
        log.info({ messages: ids.length, action }, 'messages reviewed')
      }
      if (message) {
        await act[action](message)
        log.info({ id: message.id, action }, 'message reviewed')
      }
      wake()
      return reply.headers(HEADERS).redirect(`${REVIEW_PATH}/${token}`, 303)
    })
  }
}

const EXPIRED =
  '<p>A link to a message is valid for 7 days, and only as a whole. The message itself is not changed.</p>'
const DELETED = '<p>Nothing is left of it here.</p>'

function send(reply: FastifyReply, status: number, title: string, body: string) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers(HEADERS)
    .send(renderPage({ language: 'en', title, body, style: REVIEW_STYLE }))
}

function senderOf(message: Message): string {
  return readFields(message)[EMAIL_FIELD] ?? ''
}

type View = MessageView & {
  token: string
  /** The address of the visitor. */
  sender: string
  isBlocked: boolean
  /** When the link ends. */
  expires: string
}

function render(message: Message, view: View): [title: string, body: string] {
  const { title, text, rows, token, sender, isBlocked, expires } = view
  const button = (action: string, label: string) =>
    `<button formaction="${REVIEW_PATH}/${token}/${action}">${escapeHtml(label)}</button>`
  const fields = rows.map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`,
  )
  const release = RELEASE.get(message.state)
  const buttons = [
    release && button('release', release),
    sender && isBlocked && button('unblock', `Accept ${sender} again`),
    sender && !isBlocked && button('block', `Block ${sender}`),
    release &&
      `<details>
<summary>Delete</summary>
<p>This cannot be undone.</p>
${button('delete', 'Delete for good')}
</details>`,
  ]
  const body = `<p>${text}</p>
<dl>
${fields.join('\n')}
</dl>
<form method="post">
${buttons.filter(Boolean).join('\n')}
</form>
<p class="note">This link works until ${expires}, for anyone who has it.</p>`
  return [title, body]
}
