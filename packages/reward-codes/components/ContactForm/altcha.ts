import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** The browser derives keys in its threads. More at once only heat up a phone. */
const MAX_PARALLEL = 4

/** Solves a challenge of the gateway: a proof of work. No puzzle, no third party. */
export async function solveAltcha(url: string, signal: AbortSignal): Promise<Solved> {
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort())
  // "Try again" must not wait for a stalled request: Chromium lets a cacheable one wait up to 20 seconds for an equal
  // one in flight (net/http/http_cache_transaction.cc, https://source.chromium.org).
  const response = await fetch(url, { signal, cache: 'no-store' })
  if (!response.ok) throw new Error(`The gateway gave no challenge: status ${response.status}.`)
  const challenge: Challenge = await response.json()
  const counterStep = Math.min(MAX_PARALLEL, navigator.hardwareConcurrency || 1)
  const solvers = Array.from({ length: counterStep }, (_, counterStart) =>
    solveChallenge({ challenge, controller, counterStart, counterStep, deriveKey }),
  )
  const solution = await Promise.race(solvers)
  controller.abort()
  if (!solution) throw new Error('The challenge was given up.')
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    secondsLeft: (challenge.parameters.expiresAt ?? 0) - Date.now() / 1000,
  }
}

/** A wrong clock makes `secondsLeft` negative, or more than the 24 days that a timer can wait. */
export type Solved = { token: string; secondsLeft: number }
