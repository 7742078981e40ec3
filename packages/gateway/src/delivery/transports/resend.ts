import type { Failure, Handover, OutgoingMail, Transport } from '../transport.ts'
import { accepted, addressed, failureOf, pendingRecipients, post } from './https.ts'

export const RESEND_URL = 'https://api.resend.com'

/** Sends mail by the API of Resend, which takes a mail once for each idempotency key. */
export function resendTransport(key: string, url = RESEND_URL): Transport {
  const send = async (
    mail: OutgoingMail,
    messageId: string,
    signal: AbortSignal,
  ): Promise<Handover> => {
    const { to, cc, bcc } = pendingRecipients(mail)
    const result = await post(
      {
        url: `${url}/emails`,
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': messageId },
        body: {
          from: addressed(mail.from),
          to,
          ...(cc.length > 0 && { cc }),
          ...(bcc.length > 0 && { bcc }),
          ...(mail.replyTo && { reply_to: mail.replyTo }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...(mail.headers && { headers: mail.headers }),
        },
        secrets: [key],
      },
      signal,
    )
    if ('failure' in result) return result.failure
    const { response } = result
    if (response.status === 200) return accepted(`Resend: ${response.json.id}`)
    return failureOf(response, textOf(response.json)) ?? refusalOf(response.status, response.json)
  }
  return { send, location: new URL(url).host, close: () => {} }
}

function textOf({ name, message }: Record<string, unknown>): string {
  return `${name}: ${message}`
}

/** An address that Resend does not accept as a recipient; everything else is about the request or its sender. */
function refusalOf(status: number, json: Record<string, unknown>): Failure {
  const kind = /`?\bto`? (field|address)/i.test(String(json.message)) ? 'rejected' : 'misconfigured'
  return { kind, reply: `${status} ${textOf(json)}`, redacted: `${status} ${json.name}` }
}
