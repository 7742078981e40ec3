import type { MessageLinks } from '../message-links.ts'
import type { ResultPages } from '../own-site.ts'
import type { AcceptSubmission, SubmissionContext } from '../submissions/accept.ts'
import type { RateLimiter } from './rate-limit.ts'

/** What the HTTP servers need of the gateway. */
export type HttpContext = Omit<SubmissionContext, 'outgoing'> & {
  acceptSubmission: AcceptSubmission
  /** Names the gateways on its database to who reads that: see `gatewayId`. */
  id: string | undefined
  rateLimiter: RateLimiter
  resultPages: ResultPages | undefined
  links: MessageLinks
  delivery: { isRunning: () => boolean }
  /** Why mails do not leave. */
  outgoing: { state: { trouble: Trouble | undefined } }
}

type Trouble = { reason: string; advice: string | undefined; until?: number }
