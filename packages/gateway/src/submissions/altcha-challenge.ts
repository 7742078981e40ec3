import { createChallenge, randomInt } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

// Measured on a desktop with two cores: this cost and these counters take about 0.7 s.
const COST = 5000
/** Long enough to write a message. A solved challenge is valid for one message only. */
const VALID_SECONDS = 3600

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

export function secretsOf(secret: string) {
  return {
    hmacSignatureSecret: secret,
    // Verifies a solution without deriving its key again.
    hmacKeySignatureSecret: `${secret}-key`,
  }
}
