import { createHmac } from 'node:crypto'
import { textOf } from '../log.ts'
import { REVIEW_LINK } from '../message-links.ts'
import { post } from './post.ts'

/** What is reported to the owner. */
export type Notice = {
  /** The same when the notice is repeated. */
  id: string
  type:
    | 'message.received'
    | 'messages.received'
    | 'message.waiting'
    | 'mail.stalled'
    | 'mail.resumed'
    | 'test'
  title: string
  /** The whole notice: some receivers show no title. */
  text: string
  /** When it happened. */
  at: number
  data: object
}

type Receiver = { url: string; NOTICE_SECRET?: string | undefined }

const TIMEOUT_MS = 10_000

/**
 * Posts a notice in one form that a program, Slack, Discord and ntfy read: Slack `text`, Discord `content`, ntfy what
 * the template in the URL names. Returns why it was not taken.
 */
export async function postNotice(
  notice: Notice & { now: number },
  receiver: Receiver,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { url, ...request } = requestOf(notice, receiver)
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { status } = await post(url, request, inTime)
    return status >= 200 && status < 300 ? undefined : String(status)
  } catch (error) {
    return textOf(error)
  }
}

function requestOf(
  { id, type, title, text, at, data, now }: Notice & { now: number },
  { url: given, NOTICE_SECRET: secret }: Receiver,
) {
  const url = new URL(given)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const fields = {
    type,
    timestamp: new Date(at).toISOString(),
    title: escapeForSlack(title),
    text: escapeForSlack(text),
    content: escapeForDiscord(text).slice(0, MAX_DISCORD),
    data,
    // Slack shows no previews of links.
    unfurl_links: false,
    unfurl_media: false,
    // Discord mentions no one, and shows no previews.
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  }
  // Receivers refuse JSON with half a character, from a stranger or from the cut.
  const body = JSON.stringify(fields, (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
  const timestamp = String(Math.floor(now / 1000))
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = {
    'content-type': 'application/json',
    // Standard Webhooks: the receiver drops a repeated id, and verifies the signature.
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(secret && { 'webhook-signature': signatureOf(secret, `${id}.${timestamp}.${body}`) }),
    ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  }
  return { url: url.href, headers, body }
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

/** A visitor's name may ask to mention a channel or to format a text as a link. */
function escapeForSlack(text: string): string {
  return text.replace(/[&<>]/g, (sign) => SLACK_ENTITIES.get(sign) ?? '')
}

/** A link of this gateway stays as it is, to be clicked. */
function escapeForDiscord(text: string): string {
  return text
    .split(REVIEW_LINK)
    .map((part, index) => (index % 2 ? part : part.replace(/[\\*_~|`>#[\]()<:-]/g, '\\$&')))
    .join('')
}

const SLACK_ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])
const MAX_DISCORD = 2000
const SUPPRESS_EMBEDS = 4
