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
