import { createHmac } from 'node:crypto'
import { REVIEW_LINK } from '../../message-links.ts'
import type { NoticeKind, NoticeWay } from '../../own-transports.ts'
import type { Handover, OutgoingMail, Transport } from '../transport.ts'
import { type ApiRequest, accepted, post, refused, sessionFailureOf } from './https.ts'

/** Posts the title and the text of a mail to a program or a chat. `variable` names the address in advice. */
export function noticeTransport(
  variable: string,
  way: NoticeWay,
  clock: () => number = Date.now,
): Transport {
  const { host } = new URL(way.url)
  const send = async (mail: OutgoingMail, id: string, signal: AbortSignal): Promise<Handover> => {
    const result = await post(FORMATS[way.kind](mail, { ...way, id, now: clock() }), signal)
    const advice = `Check ${variable}: does ${host} still take notices at this address?`
    if ('failure' in result) return { ...result.failure, advice }
    const { status } = result.response
    // A program of the owner may repeat what it got, and `forget` does not look there.
    const text = way.kind === 'webhook' ? '' : result.response.text
    if (status >= 200 && status < 300) return accepted(`${host}: ${status}`)
    const failure = sessionFailureOf(result.response, text)
    if (failure) return { ...failure, advice }
    // An address that is gone refuses every notice; another status may be about this one.
    const stage = status === 404 || status === 410 ? 'session' : 'content'
    return { ...refused(result.response, { stage }, { reply: text, redacted: '' }), advice }
  }
  return { send, isForNotices: true, location: host, close: () => {} }
}

type Envelope = NoticeWay & { id: string; now: number }

const FORMATS: Record<NoticeKind, (mail: OutgoingMail, envelope: Envelope) => ApiRequest> = {
  /** Standard Webhooks: the receiver verifies the signature and drops a repeated id. */
  webhook: ({ notice, date }, { url, secret = '', id, now }) => {
    const timestamp = String(Math.floor(now / 1000))
    const body = JSON.stringify({ type: notice?.type, timestamp: date, data: notice?.data })
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature.digest('base64')}`,
    }
    return { url, headers, body, secrets: [secret] }
  },
  /** The last part of the address is the topic. An access token is a password without a name. */
  ntfy: ({ subject, text }, { url }) => {
    const { origin, pathname, username, password } = new URL(url)
    const [path = '', topic = ''] = pathname.split(/\/(?=[^/]*$)/)
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return {
      url: `${origin}${path}/`,
      headers: password ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {},
      body: { topic, title: subject, message: String(text) },
      secrets: [password, topic],
    }
  },
  slack: ({ subject, text }, { url }) => ({
    url,
    headers: {},
    body: {
      text: `${subject}\n${text}`.replace(/[&<>]/g, (sign) => SLACK_ENTITIES.get(sign) ?? ''),
    },
    secrets: [new URL(url).pathname],
  }),
  /** Without mentions, formatting or previews of links, which a visitor's name may ask for. */
  discord: ({ subject, text }, { url }) => ({
    url,
    headers: {},
    body: {
      content: escapeForDiscord(`${subject}\n${text}`).slice(0, MAX_DISCORD),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    },
    secrets: [new URL(url).pathname],
  }),
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
