import { PROVIDER_URLS } from '../../own-transports.ts'
import type { Transport } from '../transport.ts'
import { addressed, apiTransport, pendingRecipients } from './api-transport.ts'
import { type About, NO_SUCH_RECIPIENT } from './https.ts'

/** What its error codes are about, if not about the content. */
const ABOUT = new Map<unknown, About>([
  // A sender signature that does not exist, or is not confirmed.
  [400, { stage: 'sender' }],
  [401, { stage: 'sender' }],
  // Recipients that bounced, complained or unsubscribed before.
  [406, NO_SUCH_RECIPIENT],
])

/** Sends mail by the API of Postmark. It has no idempotency key, but keeps our Message-ID. */
export function postmarkTransport(token: string, url: string = PROVIDER_URLS.postmark): Transport {
  return apiTransport({
    url,
    success: 200,
    request: (mail) => {
      const { to, cc, bcc } = pendingRecipients(mail)
      const headers = { ...mail.headers, 'Message-ID': mail.messageId, 'X-PM-KeepID': 'true' }
      return {
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
      }
    },
    receiptOf: ({ MessageID }) => `${MessageID}`,
    errorOf: ({ ErrorCode, Message }) => ({ code: `${ErrorCode}`, text: `${Message}` }),
    aboutOf: ({ json }) => ABOUT.get(json.ErrorCode),
  })
}
