import type { Failure, Handover, OutgoingMail, Transport } from '../transport.ts'
import { accepted, addressed, failureOf, pendingRecipients, post } from './https.ts'

export const POSTMARK_URL = 'https://api.postmarkapp.com'

/** Recipients that bounced, complained or unsubscribed before. */
const INACTIVE_RECIPIENT = 406

/** Sends mail by the API of Postmark. It has no idempotency key, but keeps our Message-ID. */
export function postmarkTransport(token: string, url = POSTMARK_URL): Transport {
  const send = async (mail: OutgoingMail, _id: string, signal: AbortSignal): Promise<Handover> => {
    const { to, cc, bcc } = pendingRecipients(mail)
    const headers = { ...mail.headers, 'Message-ID': mail.messageId, 'X-PM-KeepID': 'true' }
    const result = await post(
      {
        url: `${url}/email`,
        headers: { 'x-postmark-server-token': token },
        body: {
          From: addressed(mail.from),
          To: to.join(','),
          Cc: cc.join(','),
          Bcc: bcc.join(','),
          ReplyTo: mail.replyTo,
          Subject: mail.subject,
          TextBody: mail.text,
          HtmlBody: mail.html,
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
          MessageStream: 'outbound',
        },
        secrets: [token],
      },
      signal,
    )
    if ('failure' in result) return result.failure
    const { response } = result
    if (response.status === 200) return accepted(`Postmark: ${response.json.MessageID}`)
    return failureOf(response, textOf(response.json)) ?? refusalOf(response.status, response.json)
  }
  return { send, location: new URL(url).host, close: () => {} }
}

function textOf({ ErrorCode, Message }: Record<string, unknown>): string {
  return `${ErrorCode} ${Message}`
}

function refusalOf(status: number, json: Record<string, unknown>): Failure {
  const kind = json.ErrorCode === INACTIVE_RECIPIENT ? 'rejected' : 'misconfigured'
  return { kind, reply: `${status} ${textOf(json)}`, redacted: `${status} ${json.ErrorCode}` }
}
