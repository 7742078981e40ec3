import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CAPTCHA_DUPLICATE, CAPTCHA_INVALID, SCORE_ACTION } from '../protocol.ts'
import type { Captcha, Verdict, VerifyInput } from './captcha.ts'

/** The verification endpoints of the providers. */
const VERIFY_ADDRESSES = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const TIMEOUT_MS = 5000
const MAX_TOKEN_LENGTH = 4096
/** Longer than any provider's token is valid. */
const SPENT_TOKEN_TTL_MS = 600_000
const MIN_SCORE = 0.5

type Options = {
  provider: keyof typeof VERIFY_ADDRESSES
  secret: string
  /** The secret of a reCAPTCHA v3 key, if the page also requests a score. */
  scoreSecret?: string | undefined
  /** The verification endpoint, if not the provider's default. */
  verifyUrl?: string | undefined
  /** How long the provider may take. */
  timeoutMs?: number
}

/** Secrets that providers publish for tests: they accept every token, or reject every token. */
const PUBLIC_TEST_SECRETS = /^(?:6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe|0x0{40}|[123]x0{31}AA)$/

export function isPublicTestSecret(secret: string): boolean {
  return PUBLIC_TEST_SECRETS.test(secret)
}

/** A captcha that its provider verifies over the network. */
export function siteverify(options: Options): Captcha {
  const { provider, secret, scoreSecret } = options
  const check = async (token: string, key: string, hostname: string | undefined) => {
    const reply = await requestVerification(token, key, options)
    return { reply, verdict: toVerdict(reply, isPublicTestSecret(key) ? undefined : hostname) }
  }
  return {
    verify: async ({ token, scoreToken, hostname, now }: VerifyInput) => {
      if (token.length > MAX_TOKEN_LENGTH) return reject(['invalid-input-response'])
      const { verdict } = await check(token, secret, hostname)
      if (verdict.kind !== 'passed') return verdict
      const hash = createHash('sha256').update(token).digest('hex')
      const once = { key: `${provider}:${hash}`, expiresAt: now + SPENT_TOKEN_TTL_MS }
      if (!scoreSecret) return { kind: 'passed', once }
      if (!scoreToken) return { kind: 'suspect', reason: 'no score' }
      const scored = await check(scoreToken, scoreSecret, hostname)
      const doubt = doubtOf(scored.verdict, scored.reply)
      return doubt ? { kind: 'suspect', reason: doubt } : { kind: 'passed', once }
    },
  }
}

/** A score only adds suspicion: without one, the checkbox is still solved. */
function doubtOf(verdict: Verdict, { action, score }: Partial<Reply> = {}): string | undefined {
  if (verdict.kind !== 'passed') return `score: ${verdict.reason}`
  if (action !== SCORE_ACTION) return 'score for another action'
  return (score ?? 0) < MIN_SCORE ? `low score ${score ?? 0}` : undefined
}

/** Any other shape is no reply: it must not count as a success. */
const replySchema = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  score: z.number().nullish(),
  'error-codes': z.array(z.string()).nullish(),
})

type Reply = z.output<typeof replySchema>

/** Sends a token to the provider; returns undefined if no valid reply arrives in time. */
async function requestVerification(
  token: string,
  secret: string,
  { provider, verifyUrl = VERIFY_ADDRESSES[provider], timeoutMs = TIMEOUT_MS }: Options,
): Promise<Reply | undefined> {
  const body = new URLSearchParams({ secret, response: token })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(verifyUrl, { method: 'POST', body, signal, redirect: 'error' })
    return response.ok ? replySchema.parse(await response.json()) : undefined
  } catch {
    return undefined
  }
}

function toVerdict(reply: Reply | undefined, hostname: string | undefined): Verdict {
  if (!reply) return { kind: 'suspect', reason: 'captcha provider did not respond' }
  const { success } = reply
  const codes = reply['error-codes'] ?? []
  if (codes.some((code) => code.endsWith('-input-secret') || code === 'invalid-keys')) {
    return { kind: 'suspect', reason: 'captcha secret is invalid' }
  }
  if (!success) return reject(codes)
  if (hostname && reply.hostname && reply.hostname !== hostname) {
    return { kind: 'refused', text: CAPTCHA_INVALID, reason: 'captcha-other-site' }
  }
  return { kind: 'passed' }
}

function reject(codes: string[]): Verdict {
  const isSpent = codes.some((code) => /duplicate|already-seen|expired/.test(code))
  return isSpent
    ? { kind: 'refused', text: CAPTCHA_DUPLICATE, reason: 'captcha-spent' }
    : { kind: 'refused', text: CAPTCHA_INVALID, reason: 'captcha-wrong' }
}
