import nodemailer from 'nodemailer'
import { PROVIDER_URLS } from '../../own-transports.ts'
import type { TokenSource } from '../oauth.ts'
import type { Transport } from '../transport.ts'
import { apiTransport, pendingRecipients } from './api-transport.ts'
import { type About, NO_SUCH_RECIPIENT } from './https.ts'

export const GRAPH_SCOPE = 'https://graph.microsoft.com/.default'

/** Makes a whole mail, with the header of blind copies. */
const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** What its error codes are about, if not about the content. */
const ABOUT = new Map<string, About>([
  ['ErrorInvalidUser', { stage: 'sender' }],
  ['ErrorInvalidRecipients', NO_SUCH_RECIPIENT],
])

/** Sends mail as a mailbox of Microsoft 365 by Graph, which takes the whole mail (RFC 822) in base64. */
export function graphTransport(
  mailbox: string,
  tokens: TokenSource,
  url: string = PROVIDER_URLS.graph,
): Transport {
  return apiTransport({
    url,
    success: 202,
    tokens,
    request: async (mail, _, token) => {
      const { message } = await composer.sendMail({ ...mail, ...pendingRecipients(mail) })
      return {
        url: `${url}/v1.0/users/${encodeURIComponent(mailbox)}/sendMail`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
        body: (message as Buffer).toString('base64'),
        secrets: [token],
      }
    },
    receiptOf: () => '202',
    errorOf,
    aboutOf: ({ json }) => ABOUT.get(errorOf(json).code),
  })
}

function errorOf({ error }: Record<string, unknown>) {
  const { code = '', message = '' } = Object(error)
  return { code: String(code), text: String(message) }
}
