/** A response: a status, a short text for EmailJS clients, a reason code for programs. */
export type HttpResult = {
  status: number
  text: string
  reason: string
  retryAfterSeconds?: number
  /** The page of the site to which a browser that navigates is led. */
  redirect?: string
}

export function reject(status: number, text: string, reason: string): HttpResult {
  return { status, text, reason }
}
