import nodemailer from 'nodemailer'
import { textOf } from '../../log.ts'
import { GRAPH_URL } from '../../own-site.ts'
import { type Answer, post } from '../post.ts'
import { type Failure, type Stage, shorten, type Transport } from '../transport.ts'
import type { TokenSource } from './oauth.ts'
import { adviceForToken } from './smtp-errors.ts'

export const GRAPH_SCOPE = 'https://graph.microsoft.com/.default'
const TIMEOUT_MS = 30_000

/** Makes a whole mail. */
const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** What an error is about, if its status does not say it. */
const STAGES = new Map<string, Stage>([
  ['ErrorInvalidUser', 'sender'],
  ['ErrorInvalidRecipients', 'recipient'],
])

/** Sends mail as a mailbox of Microsoft 365 by Graph, which takes the whole mail (RFC 822) in base64. */
export function graphTransport(
  mailbox: string,
  tokens: TokenSource,
  url: string = GRAPH_URL,
): Transport {
  const { host } = new URL(url)
  const path = `/v1.0/users/${encodeURIComponent(mailbox)}/sendMail`
  return {
    send: async (mail, signal) => {
      const { message } = await composer.sendMail(mail)
      const body = (message as Buffer).toString('base64')
      try {
        const token = await tokens()
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
        const answer = await post(url + path, { headers, body }, inTime)
        const accepted = `${host}: 202`
        if (answer.status === 202) return { kind: 'sent', reply: accepted, redacted: accepted }
        if (answer.status === 401) tokens.forget()
        const refusal = refusalOf(answer)
        return { ...refusal, reply: refusal.reply.replaceAll(token, '***') }
      } catch (error) {
        // An abort says nothing about the mail.
        signal.throwIfAborted()
        return failedSession(error)
      }
    },
    verify: () => tokens().then(() => undefined, failedSession),
    location: host,
    close: () => {},
  }
}

/** There is no token, or no answer. */
function failedSession(error: unknown): Failure {
  const reply = shorten(textOf(error))
  const advice = adviceForToken(reply)
  return { kind: 'failed', stage: 'session', isPermanent: false, reply, redacted: reply, advice }
}

/** A refusal: by the key, the rate or the server every mail is refused, otherwise this request. */
export function refusalOf({ status, json }: Answer): Failure {
  // The code is a word of Graph; its text may quote the visitor.
  const { code = '', message = '' } = Object(json.error)
  const isKey = status === 401 || status === 403
  const isLater = status === 408 || status === 429 || status >= 500
  return {
    kind: 'failed',
    stage: STAGES.get(code) ?? (isKey || isLater ? 'session' : 'content'),
    isPermanent: !isLater,
    reply: shorten(`${status} ${code}: ${message}`),
    redacted: `${status} ${code}`.trim(),
    ...(isKey && { advice: 'Check the application at Microsoft, and what it may send.' }),
  }
}
