import nodemailer from 'nodemailer'
import type { TokenSource } from '../oauth.ts'
import type { Failure, Handover, OutgoingMail, Transport } from '../transport.ts'
import { accepted, failureOf, pendingRecipients, post } from './https.ts'

export const GRAPH_URL = 'https://graph.microsoft.com'
export const GRAPH_SCOPE = 'https://graph.microsoft.com/.default'

/** Makes a whole mail, with the header of blind copies. */
const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Sends mail as a mailbox of Microsoft 365 by Graph, which takes the whole mail (RFC 822) in base64. */
export function graphTransport(mailbox: string, token: TokenSource, url = GRAPH_URL): Transport {
  const send = async (mail: OutgoingMail, _id: string, signal: AbortSignal): Promise<Handover> => {
    const known = await token(signal)
    if ('failure' in known) return known.failure
    const { message } = await composer.sendMail({ ...mail, ...pendingRecipients(mail) })
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
    if (response.status === 202) return accepted('Microsoft Graph: 202')
    if (response.status === 401) token.forget()
    const error = errorOf(response.json)
    return (
      failureOf(response, `${error.code}: ${error.message}`) ?? refusalOf(response.status, error)
    )
  }
  return { send, location: new URL(url).host, close: () => {} }
}

type GraphError = { code?: string; message?: string }

function errorOf({ error }: Record<string, unknown>): GraphError {
  return typeof error === 'object' && error !== null ? error : {}
}

function refusalOf(status: number, { code = '', message = '' }: GraphError): Failure {
  const kind = code === 'ErrorInvalidRecipients' ? 'rejected' : 'misconfigured'
  return { kind, reply: `${status} ${code}: ${message}`, redacted: `${status} ${code}` }
}
