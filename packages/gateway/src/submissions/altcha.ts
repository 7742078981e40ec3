import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { CAPTCHA_DUPLICATE, CAPTCHA_INVALID } from '../protocol.ts'
import type { Captcha, Verdict } from './captcha.ts'

/** With these counters the work of a visitor takes about 0.7 s on a desktop with two cores. */
const COST = 5000
/** Long enough to write a message. A solved challenge is valid for one message only. */
const VALID_SECONDS = 3600
const COUNTER_RANGE = { fewest: 500, most: 1500 }
const MAX_TOKEN_LENGTH = 4096

const wrong: Verdict = { kind: 'refused', text: CAPTCHA_INVALID, reason: 'captcha-wrong' }

/** Proof of work that this gateway issues and verifies itself, bound to one account. */
export function altcha(account: string, secret: string): Captcha {
  const secrets = secretsOf(secret)
  return {
    challenge: (now) => makeChallenge({ account, secret, rounds: COUNTER_RANGE }, now),
    verify: async ({ token, now }) => {
      const payload = readToken(token)
      if (!payload) return wrong
      const { solution } = payload
      const { expiresAt = 0, ...parameters } = payload.challenge.parameters
      const challenge = { ...payload.challenge, parameters }
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(
        () => undefined,
      )
      const { data } = parameters
      if (!result || result.invalidSignature || data?.account !== account) return wrong
      if (data.until !== expiresAt) return wrong
      if (expiresAt * 1000 <= now) {
        return { kind: 'refused', text: CAPTCHA_DUPLICATE, reason: 'captcha-expired' }
      }
      if (!result.verified) return wrong
      return { kind: 'passed', once: { key: keyOf(payload), expiresAt: expiresAt * 1000 } }
    },
  }
}

/** The nonce, because one solution has several serializations. */
const keyOf = ({ challenge }: Payload) => `altcha:${challenge.parameters.nonce}`

function readToken(token: string): Payload | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString())
    return payload?.challenge?.parameters && payload.solution ? payload : undefined
  } catch {
    return undefined
  }
}

type ChallengeParts = {
  account: string
  secret: string
  /** Range of the secret counter: the amount of work. */
  rounds: { fewest: number; most: number }
}

export async function makeChallenge({ account, secret, rounds }: ChallengeParts, now: number) {
  const until = Math.floor(now / 1000) + VALID_SECONDS
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(rounds.fewest, rounds.most),
    data: { account, until },
    deriveKey,
    ...secretsOf(secret),
  })
  // For the browser only: the library would check it against the clock of this machine, not the
  // clock that all gateways share.
  return { ...challenge, parameters: { ...challenge.parameters, expiresAt: until } }
}

function secretsOf(secret: string) {
  return {
    hmacSignatureSecret: secret,
    // Verifies a solution without deriving its key again.
    hmacKeySignatureSecret: `${secret}-key`,
  }
}
