import type { Account } from '../accounts.ts'
import type { Log } from '../log.ts'
import type { MessageLinks } from '../message-links.ts'
import type { Metrics } from '../metrics.ts'
import type { SiteAddresses } from '../origins.ts'
import type { ResultPages } from '../own-site.ts'
import type { Store } from '../store/store.ts'
import type { AcceptSubmission } from '../submissions/accept.ts'
import type { Captcha } from '../submissions/captcha.ts'
import type { RateLimiter } from './rate-limit.ts'

/** What the HTTP servers need of the gateway. */
export type HttpContext = {
  accounts: Map<string, Account>
  faultySites: Map<string, SiteAddresses>
  captchas: Map<string, Captcha>
  acceptSubmission: AcceptSubmission
  rateLimiter: RateLimiter
  resultPages: ResultPages | undefined
  links: MessageLinks
  store: Store
  log: Log
  clock: () => number
  metrics: Metrics
  /** Tells the delivery that messages are due. */
  wake: () => void
  delivery: { isRunning: () => boolean }
  /** Why a transport delivers nothing, by its name. */
  transportStates: ReadonlyMap<string, { trouble: Trouble | undefined }>
}

type Trouble = { reason: string; advice: string | undefined; until?: number }
