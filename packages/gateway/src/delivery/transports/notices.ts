import { createHmac } from 'node:crypto'
import type { Configuration } from '../../configuration.ts'
import type { Failure, Handover, OutgoingMail, Transport } from '../transport.ts'
import { type ApiRequest, accepted, failureOf, post } from './https.ts'

export const NOTICE_KINDS = ['webhook', 'ntfy', 'slack', 'discord'] as const
type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A way by which notices reach the owner. */
export type NoticeWay = {
  kind: NoticeKind
  url: string
  /** The secret that signs a webhook: `whsec_` and base64. */
  secret?: string | undefined
}

/** The ways of the owner of the gateway, by the variables that set them. */
export function ownNotices(configuration: Configuration): Map<string, NoticeWay> {
  const secret = configuration.NOTICE_WEBHOOK_SECRET
  return new Map(
    NOTICE_KINDS.flatMap((kind) => {
      const name = `NOTICE_${kind.toUpperCase() as Uppercase<NoticeKind>}_URL` as const
      const url = configuration[name]
      return url ? [[name, { kind, url, secret }]] : []
    }),
  )
}

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
    return { ...(failureOf(result.response, text) ?? refusalOf(status, text)), advice }
  }
  return { send, isForNotices: true, location: host, close: () => {} }
}

/** An address that is gone refuses every notice; another status may be about this one. */
function refusalOf(status: number, text: string): Failure {
  const isOfMail = status !== 404 && status !== 410
  return { kind: 'misconfigured', reply: `${status} ${text}`, redacted: `${status}`, isOfMail }
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
    body: { text: `${subject}\n${text}`.replace(/[&<>]/g, (sign) => SLACK_ENTITIES[sign] ?? '') },
    secrets: [new URL(url).pathname],
  }),
  /** Without mentions, formatting or previews of links, which a visitor's name may ask for. */
  discord: ({ subject, text }, { url }) => ({
    url,
    headers: {},
    body: {
      content: `${subject}\n${text}`.replace(/[\\*_~|`>#[\]()<:-]/g, '\\$&').slice(0, MAX_DISCORD),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    },
    secrets: [new URL(url).pathname],
  }),
}

const SLACK_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const MAX_DISCORD = 2000
const SUPPRESS_EMBEDS = 4
