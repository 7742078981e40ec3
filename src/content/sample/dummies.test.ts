import { expect, test } from 'vitest'
import { remarksOnDummies, remarksOnGuesses } from './dummies.ts'

test.each([
  'Runs at http://localhost:3000 and nowhere else.',
  'Write to ewa@example.com.',
  'A generator of lorem ipsum.',
  'The shop TODO: say more of it.',
  'TODO say more of it.',
  'Dear [your name], this is mine.',
  'https://github.com/yourname/shop',
])('what looks made up and may be honest is a guess, and stops nothing: %s', (text) => {
  const content = { about: { bio: [text] } }
  expect(remarksOnDummies(content)).toEqual([])
  expect(remarksOnGuesses(content)).toMatchObject([
    { path: ['about', 'bio', 0], found: `"${text}"` },
  ])
})

test.each([
  'https://github.com/anna/socket-example',
  'Maintainer of the @test/runner package',
  'Your brand in the best light',
  'Vue TODO',
  'TODO tracker',
])('what is honest is not even a guess: %s', (text) => {
  expect(remarksOnGuesses({ about: { bio: [text] } })).toEqual([])
})

test('what is plainly made up is told once, not as a guess as well', () => {
  const content = { person: { email: 'ewa@example.com' }, about: { bio: ['Lorem ipsum dolor.'] } }
  expect(remarksOnDummies(content).map(({ path }) => path.join('.'))).toEqual([
    'person.email',
    'about.bio.0',
  ])
  expect(remarksOnGuesses(content)).toEqual([])
})
