import MimeNode from 'nodemailer/lib/mime-node'
import type { TokenSource } from '../oauth.ts'
import type { OutgoingMail, Transport } from '../transport.ts'
import {
  type About,
  type ApiRequest,
  type ApiResponse,
  accepted,
  post,
  reach,
  refused,
  sessionFailureOf,
} from './https.ts'

/** How a mail provider is asked to send, and what its answers mean. */
type Provider = {
  url: string
  /** The status of a mail that it took. */
  success: number
  /** Access tokens, if its key is not one. */
  tokens?: TokenSource
  request: (mail: OutgoingMail, id: string, token: string) => ApiRequest | Promise<ApiRequest>
  /** The id that it gave a mail. */
  receiptOf: (json: ApiResponse['json']) => string
  /** Its error: the code, and what it says, which may quote the visitor. */
  errorOf: (json: ApiResponse['json']) => { code: string; text: string }
  /** What an answer is about, if not about the content or the session. */
  aboutOf: (response: ApiResponse) => About | undefined
}

/** Sends mails by the API of a provider. */
export function apiTransport(provider: Provider): Transport {
  const { url, success, tokens, request, receiptOf, errorOf, aboutOf } = provider
  const { host } = new URL(url)
  return {
    send: async (mail, id, signal) => {
      const known = (await tokens?.(signal)) ?? { token: '' }
      // That the API answers says nothing about where the tokens come from.
      if ('failure' in known) return { ...known.failure, isUnreachable: false }
      const result = await post(await request(mail, id, known.token), signal)
      if ('failure' in result) return result.failure
      const { response } = result
      if (response.status === success) return accepted(`${host}: ${receiptOf(response.json)}`)
      if (response.status === 401) tokens?.forget()
      const { code, text } = errorOf(response.json)
      const reply = { reply: `${code}: ${text}`, redacted: code }
      const about = aboutOf(response)
      if (about) return refused(response, about, reply)
      return (
        sessionFailureOf(response, reply.reply) ?? refused(response, { stage: 'content' }, reply)
      )
    },
    verify: () => reach(url),
    location: host,
    close: () => {},
  }
}

/** The pending recipients of a mail, each in the header that names it. */
export function pendingRecipients({ to, cc, bcc, envelope }: OutgoingMail) {
  const pendingOf = (header: OutgoingMail['to']) =>
    new MimeNode('text/plain')
      .setEnvelope({ to: String(header ?? '') })
      .getEnvelope()
      .to.filter((address) => envelope.to.includes(address))
  return { to: pendingOf(to), cc: pendingOf(cc), bcc: pendingOf(bcc) }
}

/** The sender of a mail as one text. */
export function addressed(from: OutgoingMail['from']): string {
  if (typeof from !== 'object' || !('address' in from)) return String(from ?? '')
  return `"${(from.name ?? '').replace(/["\\]/g, '')}" <${from.address}>`
}
