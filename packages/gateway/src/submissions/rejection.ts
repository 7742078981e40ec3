/** A response: a status, a short text for EmailJS clients, a reason code for programs. */
export type HttpResult = {
  status: number
  text: string
  reason: string
  retryAfterSeconds?: number
}

export function reject(status: number, text: string, reason: string): HttpResult {
  return { status, text, reason }
}
