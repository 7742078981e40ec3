import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { altcha, makeChallenge } from './altcha.ts'

type Token = { challenge: Challenge; solution: { counter: number; derivedKey: string } }

const captcha = altcha('portfolio', 'secret')

/** A low counter saves the proof of work. */
const easy = (now = Date.now()) =>
  makeChallenge({ account: 'portfolio', secret: 'secret', rounds: { fewest: 1, most: 2 } }, now)

async function solve(challenge: Challenge): Promise<Token> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return { challenge, solution }
}

const encode = (token: unknown) => Buffer.from(JSON.stringify(token)).toString('base64')

const verify = (token: string, by = captcha) =>
  by.verify({ token, scoreToken: '', hostname: undefined, now: Date.now() })

test('a solved challenge passes, with its nonce as the idempotency key', async () => {
  const token = await solve((await captcha.challenge?.(Date.now())) as Challenge)
  const { nonce } = token.challenge.parameters
  const first = await verify(encode(token))
  expect(first).toMatchObject({ kind: 'passed', once: { key: `altcha:${nonce}` } })
  // Another serialization of the same solution has the same key.
  const { challenge, solution } = token
  expect(await verify(encode({ solution, challenge }))).toEqual(first)
})

test('a solution is rejected after an hour', async () => {
  const token = encode(await solve(await easy(Date.now() - 3_600_001)))
  expect(await verify(token)).toMatchObject({ kind: 'refused', reason: 'captcha-expired' })
})

test('a challenge of another account or another gateway is rejected', async () => {
  const token = encode(await solve(await easy()))
  const rejected = { kind: 'refused', reason: 'captcha-wrong' }
  expect(await verify(token, altcha('other', 'secret'))).toMatchObject(rejected)
  expect(await verify(token, altcha('portfolio', 'other'))).toMatchObject(rejected)
})

test.each<[string, (token: Token) => unknown]>([
  [
    'a guessed counter',
    (token) => ({ ...token, solution: { ...token.solution, derivedKey: '00' } }),
  ],
  ['an extended expiry', (token) => withParameters(token, { expiresAt: 9_999_999_999 })],
  ['a lower cost', (token) => withParameters(token, { cost: 1 })],
  ['no solution', ({ challenge }) => ({ challenge })],
  ['no challenge', ({ solution }) => ({ solution })],
])('a token with %s is rejected', async (_, change) => {
  const token = encode(change(await solve(await easy())))
  expect(await verify(token)).toMatchObject({ kind: 'refused', reason: 'captcha-wrong' })
})

function withParameters({ challenge, solution }: Token, change: object) {
  return {
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } },
    solution,
  }
}
