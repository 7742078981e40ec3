import { expect, test } from 'vitest'
import { adviceAfter } from '../../../tests/fixtures/advice.ts'
import { set } from '../../../tests/fixtures/change-content.ts'

test.each([
  ['Call +48 600 700 800 any time.', '+48 600 700 800'],
  ['Ring 600 700 800.', '600 700 800'],
  ['Ring 600-700-000 or write.', '600-700-000'],
  ['Ring (020) 7946 0958.', '(020) 7946 0958'],
  ['Ring 212-555-0199.', '212-555-0199'],
])('a telephone number in a text is told: %s', (text, found) => {
  expect(foundIn(text)).toEqual([found])
})

test('a telephone number for the files is told', () => {
  const advice = adviceAfter(set('person.phone', '+48 600 700 800'))
  expect(advice.map((one) => [one.field, one.found])).toEqual([
    ['person.phone', '"+48 600 700 800"'],
  ])
})

test.each([
  ['ul. Długa 12, Gdańsk', 'ul. Długa 12'],
  ['Al. Jerozolimskie 5', 'Al. Jerozolimskie 5'],
  ['pl. Wolności 18, Łódź', 'pl. Wolności 18'],
  ['pl. Unii Lubelskiej 1', 'pl. Unii Lubelskiej 1'],
  ['pl. Jana Pawła II 5', 'pl. Jana Pawła II 5'],
  ['12 Baker Street, London', '12 Baker Street'],
  ['Lindenstraße 7, Köln', 'Lindenstraße 7'],
  ['via Roma 12, Milano', 'via Roma 12'],
  ['Via Giuseppe Verdi 5', 'Via Giuseppe Verdi 5'],
  ['calle de Alcalá 42', 'calle de Alcalá 42'],
  ['Rue de la Paix 3, Liège', 'Rue de la Paix 3'],
])('a street in a text is told: %s', (text, found) => {
  expect(foundIn(text)).toEqual([found])
})

test.each([
  'In 2018 – 2022 I wrote 120 000 lines, release 1.2.3 on 2021-03-04, for 10 000 000 readers.',
  'Read by 100 000 000 people, in 2 100 250 300 pages of 100 250 000 letters.',
  'Wrote via GraphQL and Apollo 3',
  'via GitHub Actions 50',
  'pl. React 18',
  'Kowal et al. React 18',
  'A new avenue for the web in 2026',
  'I like Abbey Road and street art; 3 of 4 sites run on my own server.',
])('nobody can be called or found by: %s', (text) => {
  expect(foundIn(text)).toEqual([])
})

function foundIn(text: string): string[] {
  return adviceAfter(set('about.bio', [text])).map(({ found }) => found.replace(/^"|"$/g, ''))
}
