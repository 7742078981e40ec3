import nodemailer from 'nodemailer'
import { GRAPH_URL } from '../../own-site.ts'
import { post, reach, refusalOf, type TokenSource } from '../oauth.ts'
import type { Stage, Transport } from '../transport.ts'

export const GRAPH_SCOPE = 'https://graph.microsoft.com/.default'

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
  return {
    send: async (mail, signal) => {
      const known = await tokens(signal)
      // That Graph answers says nothing about where the tokens come from.
      if ('failure' in known) return { ...known.failure, isUnreachable: false }
      const { message } = await composer.sendMail(mail)
      const request = {
        headers: { authorization: `Bearer ${known.token}`, 'content-type': 'text/plain' },
        body: (message as Buffer).toString('base64'),
        secrets: [known.token],
      }
      const path = `/v1.0/users/${encodeURIComponent(mailbox)}/sendMail`
      const result = await post(url + path, request, signal)
      if ('failure' in result) return result.failure
      const { answer } = result
      const accepted = `${host}: 202`
      if (answer.status === 202) return { kind: 'sent', reply: accepted, redacted: accepted }
      if (answer.status === 401) tokens.forget()
      const { code = '', message: text = '' } = Object(answer.json.error)
      const failure = refusalOf(answer, `${code}: ${text}`)
      // The code is a word of Graph; its text may quote the visitor.
      const redacted = `${answer.status} ${code}`.trim()
      return { ...failure, stage: STAGES.get(code) ?? failure.stage, redacted }
    },
    verify: () => reach(url),
    location: host,
    close: () => {},
  }
}
