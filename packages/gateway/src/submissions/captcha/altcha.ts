import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { CAPTCHA_SPENT, CAPTCHA_WRONG } from '../../wire/texts.ts'
import type { Captcha, Verdict } from './captcha.ts'

// Measured on a desktop with two cores: this cost and these counters take about 0.7 s.
const COST = 5000
const ROUNDS = { fewest: 500, most: 1500 }
/** Long enough to write in peace. A solved challenge is good for one message all the same. */
const VALID_SECONDS = 3600
const LONGEST_TOKEN = 4096

const wrong: Verdict = { kind: 'refused', text: CAPTCHA_WRONG, reason: 'captcha-wrong' }

/** Proof of work, made and checked by this gateway alone and bound to one account. */
export function altcha(account: string, secret: string): Captcha {
  const secrets = secretsOf(secret)
  return {
    challenge: (now) => makeChallenge({ account, secret, rounds: ROUNDS }, now),
    verify: async ({ token, now }) => {
      const payload = readToken(token)
      if (!payload) return wrong
      const { solution } = payload
      const { expiresAt = 0, ...parameters } = payload.challenge.parameters
      const challenge = { ...payload.challenge, parameters }
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(
        () => undefined,
      )
      const { nonce, data } = parameters
      if (!result || result.invalidSignature || data?.account !== account) return wrong
      if (data.until !== expiresAt) return wrong
      if (expiresAt * 1000 <= now) {
        return { kind: 'refused', text: CAPTCHA_SPENT, reason: 'captcha-expired' }
      }
      if (!result.verified) return wrong
      // By its nonce: the same solution can be written down in more than one way.
      return { kind: 'passed', once: { key: `altcha:${nonce}`, expiresAt: expiresAt * 1000 } }
    },
  }
}

type ChallengeParts = {
  account: string
  secret: string
  /** How much work it is. */
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
  // For the browser alone: the library would hold it against the clock of this machine, which
  // is not the time that all gateways go by.
  return { ...challenge, parameters: { ...challenge.parameters, expiresAt: until } }
}

function secretsOf(secret: string) {
  return {
    hmacSignatureSecret: secret,
    // Lets a solution be checked without deriving its key again.
    hmacKeySignatureSecret: `${secret}-key`,
  }
}

function readToken(token: string): Payload | undefined {
  if (token.length > LONGEST_TOKEN) return undefined
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString())
    return payload?.challenge?.parameters && payload.solution ? payload : undefined
  } catch {
    return undefined
  }
}
