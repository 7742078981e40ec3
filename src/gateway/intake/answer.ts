/** What the gateway answers: a status, a short text for clients of EmailJS, a reason for programs. */
export type Answer = {
  status: number
  text: string
  reason: string
  retryAfterSeconds?: number
}

export function refuse(status: number, text: string, reason: string): Answer {
  return { status, text, reason }
}

/** What keeps an answer from being kept, guessed at, or embedded by another page. */
export const ANSWER_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
