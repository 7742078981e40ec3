import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { loadPortfolio } from '../content/load.ts'
import { buildCsp } from './security-headers.ts'

function policyWith(scripts: object[]) {
  return policyAfter(set('site.scripts', scripts))
}

function policyAfter(change: ReturnType<typeof set>): Map<string, string[]> {
  const loaded = loadPortfolio(changedSample(change), 'schema')
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ field }) => field).join())
  const policy = buildCsp(loaded.portfolio, { scripts: [], styles: [], imageOrigins: [] })
  const directives = policy.split('; ').map((directive) => directive.split(' '))
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
}

test('the policy allows an outside script by its URL and only where it sends to', () => {
  const policy = policyWith([
    { src: 'https://stats.example.com/js/count;v=1,2.js', connect: ['https://events.example.com'] },
    { src: 'https://plain.example.com/script.js' },
  ])
  expect(policy.get('script-src')).toContain('https://stats.example.com/js/count%3Bv=1%2C2.js')
  expect(policy.get('script-src')).toContain('https://plain.example.com/script.js')
  expect(policy.get('connect-src')).toContain('https://events.example.com')
  expect(policy.get('connect-src')).toContain('https://plain.example.com')
  expect(policy.get('connect-src')).not.toContain('https://stats.example.com')
  for (const name of ['img-src', 'style-src', 'frame-src', 'form-action']) {
    expect(policy.get(name)?.join(' ') ?? '').not.toContain('plain.example.com')
  }
})

test.each([
  ['http://stats.example.com/count.js', {}],
  ['https://stats.example.com/count.js?x=1', {}],
  ['https://stats.example.com/count.js', { data: [{ name: 'on x', value: '1' }] }],
  ['https://stats.example.com/count.js', { connect: ['https://events.example.com/path'] }],
])('the script %s with %j is an error', (src, more) => {
  expect(() => policyWith([{ src, ...more }])).toThrow(/site\.scripts/)
})
