import { createHash } from 'node:crypto'
import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { imageOrigins, withOwnPolicy } from './policy.ts'

const hashOf = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'` as const

test('a page keeps the hashes of what is in it, and those that the owner has configured', () => {
  const [script, style, foreign, own] = ['run()', 'p{margin:0}', 'another page', 'at runtime']
  const hashes = [script, style, foreign, own].map((text = '') => hashOf(text)).join(' ')
  const page = `<head><meta charset="utf-8"><script type="module">${script}</script><meta http-equiv="content-security-policy" content="script-src 'self' ${hashes};"><style>${style}</style>`
  const configured = { scriptDirective: { hashes: [`sha256-${hashOf(own ?? '').slice(8, -1)}`] } }
  const kept = withOwnPolicy(page, configured as never)
  expect(kept).toMatch(/^<head><meta charset="utf-8"><meta http-equiv/)
  for (const text of [script, style, own]) expect(kept).toContain(hashOf(text ?? ''))
  expect(kept).not.toContain(hashOf(foreign ?? ''))
  expect(withOwnPolicy(page, true)).not.toContain(hashOf(own ?? ''))
})

test('only pictures are loaded from other hosts: a text may start with an address', async () => {
  const folder = changedSample((content) => {
    set('about.bio', 'https://tracker.example/ is where I write')(content)
    set('footer', 'https://footer.example')(content)
    set('person.portrait', 'https://pictures.example/me.jpg')(content)
    set('brand.text', 'https://brand.example')(content)
  })
  const { portfolio } = await loadedFrom(folder)
  expect(imageOrigins(portfolio)).toEqual(['https://pictures.example'])
})
