import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CAPTCHA_SPENT, CAPTCHA_WRONG } from '../../wire/texts.ts'
import type { OnceKey } from '../store/once.ts'
import type { Answer, Captcha, Verdict } from './captcha.ts'

/** Where each provider checks tokens. */
export const VERIFY_ADDRESSES = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

export type Provider = keyof typeof VERIFY_ADDRESSES

/** Secrets that providers publish for trying things out: they let everyone pass, or nobody. */
const PUBLIC_TEST_SECRETS = [
  /^6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe$/,
  /^0x0{40}$/,
  /^[123]x0{31}AA$/,
]

const TIMEOUT_MS = 5000
const LONGEST_TOKEN = 4096
/** Longer than any provider's token lives. */
const SPENT_MS = 600_000
const LOWEST_SCORE = 0.5
const SCORE_ACTION = 'contact'

export type SiteverifyOptions = {
  provider: Provider
  secret: string
  /** The secret of a reCAPTCHA v3 key, where the page asks for a score too. */
  scoreSecret?: string | undefined
  address: string
}

export function isPublicTestSecret(secret: string): boolean {
  return PUBLIC_TEST_SECRETS.some((pattern) => pattern.test(secret))
}

/** A captcha that its provider checks over the network. */
export function siteverify({ provider, secret, scoreSecret, address }: SiteverifyOptions): Captcha {
  const check = async (token: string, key: string, hostname: string | undefined) => {
    const reply = await ask(address, { provider, secret: key, token })
    const expected = isPublicTestSecret(key) ? undefined : hostname
    return { reply, verdict: judge(reply, expected) }
  }
  return {
    verify: async ({ token, scoreToken, hostname, now }: Answer) => {
      if (token.length > LONGEST_TOKEN) return refuse(['invalid-input-response'])
      const { verdict } = await check(token, secret, hostname)
      if (verdict.kind !== 'passed') return verdict
      const once = { key: `${provider}:${hashOf(token)}`, expiresAt: now + SPENT_MS }
      if (!scoreSecret) return { kind: 'passed', once }
      if (!scoreToken) return { kind: 'suspect', reason: 'no score' }
      const scored = await check(scoreToken, scoreSecret, hostname)
      return scored.verdict.kind === 'passed'
        ? judgeScore(scored.reply, once)
        : suspicious(scored.verdict)
    },
  }
}

/** Anything else is no answer: a yes of another shape must not count as one. */
const replySchema = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  score: z.number().nullish(),
  'error-codes': z.array(z.string()).nullish(),
})

type Reply = z.output<typeof replySchema>

type Question = { provider: Provider; secret: string; token: string }

/** One question to the provider; nothing where it gives no readable answer in time. */
async function ask(address: string, question: Question): Promise<Reply | undefined> {
  const { provider, secret, token } = question
  const body = new URLSearchParams({ secret, response: token })
  // Lets the same token be asked about twice, should the first answer get lost; that it is good
  // for one message only is then this gateway's to see to.
  if (provider === 'turnstile') body.set('idempotency_key', uuidOf(token))
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(address, { method: 'POST', body, signal, redirect: 'error' })
    return response.ok ? replySchema.parse(await response.json()) : undefined
  } catch {
    return undefined
  }
}

function judge(reply: Reply | undefined, hostname: string | undefined): Verdict {
  if (!reply) return { kind: 'unknown', reason: 'captcha provider did not answer' }
  const { success } = reply
  const codes = reply['error-codes'] ?? []
  if (codes.some((code) => code.endsWith('-input-secret') || code === 'invalid-keys')) {
    return { kind: 'unknown', reason: 'captcha secret is wrong' }
  }
  if (!success) return refuse(codes)
  if (hostname && reply.hostname && reply.hostname !== hostname) {
    return { kind: 'refused', text: CAPTCHA_WRONG, reason: 'captcha-other-site' }
  }
  return { kind: 'passed' }
}

function refuse(codes: string[]): Verdict {
  const isSpent = codes.some((code) => /duplicate|already-seen|expired/.test(code))
  return isSpent
    ? { kind: 'refused', text: CAPTCHA_SPENT, reason: 'captcha-spent' }
    : { kind: 'refused', text: CAPTCHA_WRONG, reason: 'captcha-wrong' }
}

function judgeScore(reply: Reply | undefined, once: OnceKey): Verdict {
  const { action, score } = reply ?? {}
  if (action !== SCORE_ACTION) return { kind: 'suspect', reason: 'score for another action' }
  return (score ?? 0) < LOWEST_SCORE
    ? { kind: 'suspect', reason: `low score ${score ?? 0}` }
    : { kind: 'passed', once }
}

/** A score only ever adds doubt: without one, the checkbox has been solved all the same. */
function suspicious(verdict: Verdict): Verdict {
  return { kind: 'suspect', reason: 'reason' in verdict ? `score: ${verdict.reason}` : 'score' }
}

function uuidOf(text: string): string {
  const digest = hashOf(text)
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `4${digest.slice(13, 16)}`]
  return [...parts, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
