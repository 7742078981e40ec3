import { send as sendJson } from '@emailjs/browser'
import { classifyFailure, type Failure, isForeignPage } from './failure.ts'
import type { Account } from './sender.ts'

/** Why nothing was sent. */
export type Refusal = 'noPublicKey' | 'noService' | 'noTemplate' | 'paramsAreNoObject'

export type SendResult =
  | { ok: true; text: string }
  | { ok: false; refusal: Refusal }
  | { ok: false; failure: Failure }

/**
 * Sends the variables of a template as JSON, without a form. The page itself has no use for it, so
 * no bundle holds it; `createSender` must have told the client the origin before.
 */
export async function send(
  { publicKey, service, template }: Omit<Account, 'origin'>,
  templateParams: Record<string, unknown>,
): Promise<SendResult> {
  const refusal = findRefusal({ publicKey, service, template }, templateParams)
  if (refusal) return { ok: false, refusal }
  try {
    const { text } = await sendJson(service, template, templateParams, { publicKey })
    return isForeignPage(text) ? { ok: false, failure: 'failed' } : { ok: true, text }
  } catch (error) {
    return { ok: false, failure: classifyFailure(error, navigator.onLine) }
  }
}

function findRefusal(account: Omit<Account, 'origin'>, params: unknown): Refusal | undefined {
  if (!account.publicKey) return 'noPublicKey'
  if (!account.service) return 'noService'
  if (!account.template) return 'noTemplate'
  const isObject = Object.prototype.toString.call(params) === '[object Object]'
  return isObject ? undefined : 'paramsAreNoObject'
}
