import nodemailer from 'nodemailer'
import { GRAPH_URL } from '../../own-site.ts'
import type { TokenSource } from '../oauth.ts'
import type { Transport } from '../transport.ts'
import { accepted, post, reach, refused, sessionFailureOf } from './https.ts'

export const GRAPH_SCOPE = 'https://graph.microsoft.com/.default'

/** Makes a whole mail. */
const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** What an error is about, if not about the content. */
const ABOUT = new Map([
  ['ErrorInvalidUser', { stage: 'sender' }],
  // The status of a recipient that never gets a mail (RFC 3463).
  ['ErrorInvalidRecipients', { stage: 'recipient', status: '5.1.1' }],
] as const)

/** Sends mail as a mailbox of Microsoft 365 by Graph, which takes the whole mail (RFC 822) in base64. */
export function graphTransport(
  mailbox: string,
  tokens: TokenSource,
  url: string = GRAPH_URL,
): Transport {
  const { host } = new URL(url)
  return {
    send: async (mail, _, signal) => {
      const known = await tokens(signal)
      // That Graph answers says nothing about where the tokens come from.
      if ('failure' in known) return { ...known.failure, isUnreachable: false }
      const { message } = await composer.sendMail(mail)
      const result = await post(
        {
          url: `${url}/v1.0/users/${encodeURIComponent(mailbox)}/sendMail`,
          headers: { authorization: `Bearer ${known.token}`, 'content-type': 'text/plain' },
          body: (message as Buffer).toString('base64'),
          secrets: [known.token],
        },
        signal,
      )
      if ('failure' in result) return result.failure
      const { response } = result
      if (response.status === 202) return accepted(`${host}: 202`)
      if (response.status === 401) tokens.forget()
      // Its text may quote the visitor.
      const { code = '', message: text = '' } = Object(response.json.error)
      const reply = `${code}: ${text}`
      const about = ABOUT.get(code)
      const ofSession = about ? undefined : sessionFailureOf(response, reply)
      return (
        ofSession ?? refused(response, about ?? { stage: 'content' }, { reply, redacted: code })
      )
    },
    verify: () => reach(url),
    location: host,
    close: () => {},
  }
}
