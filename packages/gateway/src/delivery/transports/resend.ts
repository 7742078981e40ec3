import { PROVIDER_URLS } from '../../own-transports.ts'
import type { Transport } from '../transport.ts'
import { addressed, apiTransport, pendingRecipients } from './api-transport.ts'
import { type About, type ApiResponse, NO_SUCH_RECIPIENT } from './https.ts'

/** Sends mail by the API of Resend, which takes a mail once for each idempotency key. */
export function resendTransport(key: string, url: string = PROVIDER_URLS.resend): Transport {
  return apiTransport({
    url,
    success: 200,
    request: (mail, id) => {
      const { to, cc, bcc } = pendingRecipients(mail)
      return {
        url: `${url}/emails`,
        // Without Reply-To it is another request.
        headers: {
          authorization: `Bearer ${key}`,
          'idempotency-key': mail.isChanged ? `${id}-changed` : id,
        },
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
      }
    },
    receiptOf: ({ id }) => `${id}`,
    errorOf: ({ name, message }) => ({ code: `${name}`, text: `${message}` }),
    aboutOf,
  })
}

/** A validation error has status 403 too, for a sender or recipient that this account may not use: its key is right. */
function aboutOf({ status, json: { name, message } }: ApiResponse): About | undefined {
  if (name !== 'validation_error') return undefined
  const text = String(message)
  if (/`?\bto`? (field|address)/i.test(text)) return NO_SUCH_RECIPIENT
  const isSender = status === 403 || /`?\bfrom`? field|\bdomain\b/i.test(text)
  return { stage: isSender ? 'sender' : 'content' }
}
