import { SERVICE_UNAVAILABLE } from '../protocol.ts'

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

/** The operator has to repair the site's entry in the accounts file. */
export const SITE_FAULTY = reject(503, SERVICE_UNAVAILABLE, 'site-faulty')
