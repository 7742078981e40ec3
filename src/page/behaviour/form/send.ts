import { send as sendJson } from '@emailjs/browser'
import type { Account } from './sender.ts'

/** Why nothing was sent. */
export type Refusal = 'noPublicKey' | 'noService' | 'noTemplate' | 'paramsAreNoObject'

export type SendResult =
  | { ok: true; text: string }
  | { ok: false; refusal: Refusal }
  | { ok: false; error: unknown }

// The page has no use for it yet, so no bundle holds it: whoever wants to send something other
// than the form (a reaction, an order) imports it. `init` has told the client the origin before.
/** Sends the variables of a template as JSON, without a form. */
export async function send(
  { publicKey, service, template }: Omit<Account, 'origin'>,
  templateParams: Record<string, unknown>,
): Promise<SendResult> {
  const refusal = findRefusal({ publicKey, service, template }, templateParams)
  if (refusal) return { ok: false, refusal }
  try {
    const { text } = await sendJson(service, template, templateParams, { publicKey })
    return { ok: true, text }
  } catch (error) {
    return { ok: false, error }
  }
}

function findRefusal(account: Omit<Account, 'origin'>, params: unknown): Refusal | undefined {
  if (!account.publicKey) return 'noPublicKey'
  if (!account.service) return 'noService'
  if (!account.template) return 'noTemplate'
  const isObject = Object.prototype.toString.call(params) === '[object Object]'
  return isObject ? undefined : 'paramsAreNoObject'
}
