import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { altcha } from './altcha.ts'

const HOUR_MS = 3_600_000

type Token = { challenge: Challenge; solution: { counter: number; derivedKey: string } }

const captcha = altcha('portfolio', 'secret')

async function solve(by = captcha, now = Date.now()): Promise<Token> {
  const challenge = (await by.challenge?.(now)) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return { challenge, solution }
}

const write = (token: unknown) => Buffer.from(JSON.stringify(token)).toString('base64')

const verify = (token: string, by = captcha, now = Date.now()) =>
  by.verify({ token, scoreToken: '', hostname: undefined, now })

test('a solved challenge passes, and may be spent once under its nonce', async () => {
  const token = await solve()
  const { nonce } = token.challenge.parameters
  const first = await verify(write(token))
  expect(first).toMatchObject({ kind: 'passed', once: { key: `altcha:${nonce}` } })
  // Written down in another way it is still the same one.
  const { challenge, solution } = token
  expect(await verify(write({ solution, challenge }))).toEqual(first)
})

test('an expired challenge is refused', async () => {
  const past = Date.now() - 2 * HOUR_MS
  const token = await solve(captcha, past)
  expect(await verify(write(token))).toMatchObject({ kind: 'refused', reason: 'captcha-expired' })
})

test('a challenge of another account or another gateway is refused', async () => {
  const token = write(await solve())
  const refused = { kind: 'refused', reason: 'captcha-wrong' }
  expect(await verify(token, altcha('other', 'secret'))).toMatchObject(refused)
  expect(await verify(token, altcha('portfolio', 'other'))).toMatchObject(refused)
})

test.each<[string, (token: Token) => unknown]>([
  [
    'a guessed counter',
    (token) => ({ ...token, solution: { ...token.solution, derivedKey: '00' } }),
  ],
  ['a longer life', (token) => withParameters(token, { expiresAt: 9_999_999_999 })],
  ['an easier task', (token) => withParameters(token, { cost: 1 })],
  ['no solution', ({ challenge }) => ({ challenge })],
  ['no challenge', ({ solution }) => ({ solution })],
])('a token with %s is refused', async (_, change) => {
  const token = write(change(await solve()))
  expect(await verify(token)).toMatchObject({ kind: 'refused', reason: 'captcha-wrong' })
})

test.each(['', 'nonsense', 'null', write(null), write([]), 'x'.repeat(100_000)])(
  'a token that is none is refused',
  async (token) => {
    expect(await verify(token)).toMatchObject({ kind: 'refused', reason: 'captcha-wrong' })
  },
)

function withParameters({ challenge, solution }: Token, change: object) {
  return {
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } },
    solution,
  }
}
