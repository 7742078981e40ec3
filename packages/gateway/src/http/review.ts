import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatTime } from '../delivery/compose.ts'
import type { Gateway } from '../gateway.ts'
import { textOf } from '../log.ts'
import { REVIEW_PATH } from '../message-links.ts'
import {
  EMAIL_FIELD,
  HONEYPOT_FIELD,
  MESSAGE_FIELD,
  NAME_FIELD,
  SUBJECT_FIELD,
} from '../protocol.ts'
import { blockSender, isSenderBlocked, unblockSender } from '../store/blocked-senders.ts'
import type { Message, MessageState } from '../store/database.ts'
import { messageById, releaseMessage, retryMessage } from '../store/messages.ts'
import { eraseMessages } from '../store/retention.ts'
import { RESPONSE_HEADERS } from './result.ts'
import { escapeHtml, pageHeaders, renderPage, STYLE } from './result-page.ts'

const REVIEW_STYLE = `${STYLE}
body { margin-block: 8vh 3rem }
dl { margin: 1.5rem 0 }
dt, .note { font-size: 0.9375rem; opacity: 0.75 }
dd { margin: 0 0 1rem; overflow-wrap: anywhere; white-space: pre-wrap }
form { display: flex; flex-wrap: wrap; gap: 0.75rem }
button { min-height: 2.75rem; padding: 0.5rem 1.125rem; border: 1px solid; border-radius: 0.5rem; background: none; color: inherit; font: inherit; text-align: start; overflow-wrap: anywhere; cursor: pointer }
[formaction$="/release"], [formaction$="/retry"] { border-color: CanvasText; background: CanvasText; color: Canvas }
button:focus-visible { outline: 3px solid; outline-offset: 2px }
`

/** A link is a permission, so no cache, search engine or other site gets to know it. */
const HEADERS = {
  ...RESPONSE_HEADERS,
  ...pageHeaders(REVIEW_STYLE, "'self'"),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** What the page says of a message, and what the owner can do. */
const STATES: Record<MessageState, { title: string; text: string; actions: Actions }> = {
  held: {
    title: 'This message is held',
    text: 'It is stored, and not delivered until you release it.',
    actions: { release: 'Release', delete: 'Delete' },
  },
  failed: {
    title: 'This message was not delivered',
    text: 'It is stored, and not tried again until you say so.',
    actions: { retry: 'Try again', delete: 'Delete' },
  },
  queued: { title: 'This message is on its way', text: 'It is queued for delivery.', actions: {} },
  sent: { title: 'This message was delivered', text: 'It is in your mailbox.', actions: {} },
}

const LABELS: Record<string, string> = {
  [NAME_FIELD]: 'Name',
  [EMAIL_FIELD]: 'Address',
  [SUBJECT_FIELD]: 'Subject',
  [MESSAGE_FIELD]: 'Message',
  [HONEYPOT_FIELD]: 'Field that people do not see',
}

type Action = 'release' | 'retry' | 'delete' | 'block' | 'unblock'

type Actions = { [action in Action]?: string }

type Params = { Params: { token: string } }

/**
 * The page of one message, for the owner who has its link. Opening it changes nothing, because mail programs open
 * links too. What posts to it needs the token, which no other site knows.
 */
export async function reviewRoutes(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const { accounts, clock, links, log, store, wake } = gateway
  const { db } = store
  // A browser sends the empty form with a content type.
  app.addContentTypeParser('*', (_, payload, done) => {
    payload.resume()
    done(null)
  })

  const find = async (token: string) => {
    const link = links.read(token, clock())
    const message = link && (await messageById(db, link.id))
    return { expiresAt: link?.expiresAt, message: message?.template_params ? message : undefined }
  }

  app.get<Params>(`${REVIEW_PATH}/:token`, async ({ params: { token } }, reply) => {
    const { expiresAt, message } = await find(token)
    if (!expiresAt) return send(reply, 404, 'This link is not valid', EXPIRED)
    if (!message) return send(reply, 200, 'This message is deleted', DELETED)
    const sender = senderOf(message)
    return send(
      reply,
      200,
      ...render(message, {
        token,
        sender,
        isBlocked: await isSenderBlocked(db, message.account, sender),
        timeZone: accounts.get(message.account)?.sender.timeZone,
        expiresAt,
      }),
    )
  })

  const act: Record<Action, (message: Message) => Promise<unknown>> = {
    release: ({ id }) => releaseMessage(db, id, clock()),
    retry: async ({ id, state }) => {
      if (state === 'failed') await retryMessage(db, id, clock())
    },
    delete: async ({ id, state }) => {
      if (state !== 'held' && state !== 'failed') return
      await eraseMessages(store, [id])
      await store.truncateWal()
    },
    block: (message) => blockSender(db, message.account, senderOf(message)),
    unblock: (message) => unblockSender(db, senderOf(message), message.account),
  }
  for (const [action, change] of Object.entries(act)) {
    app.post<Params>(`${REVIEW_PATH}/:token/${action}`, async ({ params: { token } }, reply) => {
      const { message } = await find(token)
      if (message) {
        await change(message)
        log.info({ id: message.id, action }, 'message reviewed')
        wake()
      }
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
  return textOf(fieldsOf(message)[EMAIL_FIELD])
}

function fieldsOf({ template_params: variables }: Message): Record<string, unknown> {
  return JSON.parse(variables ?? '{}')
}

type View = {
  token: string
  /** The address of the visitor. */
  sender: string
  isBlocked: boolean
  timeZone: string | undefined
  expiresAt: number
}

function render(message: Message, view: View): [title: string, body: string] {
  const { token, sender, isBlocked, timeZone, expiresAt } = view
  const { title, text, actions } = STATES[message.state]
  const block: Actions = isBlocked
    ? { unblock: `Accept ${sender} again` }
    : { block: `Block ${sender}` }
  const values: [name: string, value: unknown][] = [
    ...Object.entries(fieldsOf(message)),
    ...(message.reason ? [['Reason', message.reason] as [string, string]] : []),
    ['Received', formatTime(message.received_at, 'en', timeZone)],
  ]
  const fields = values.map(
    ([name, value]) =>
      `<dt>${escapeHtml(LABELS[name] ?? name)}</dt><dd dir="auto">${escapeHtml(textOf(value))}</dd>`,
  )
  const buttons = Object.entries({ ...actions, ...(sender && block) }).map(
    ([action, label]) =>
      `<button formaction="${REVIEW_PATH}/${token}/${action}">${escapeHtml(label)}</button>`,
  )
  const body = `<p>${text}</p>
<dl>
${fields.join('\n')}
</dl>
<form method="post">
${buttons.join('\n')}
</form>
<p class="note">This link works until ${formatTime(expiresAt, 'en', timeZone)}, for anyone who has it.</p>`
  return [title, body]
}
