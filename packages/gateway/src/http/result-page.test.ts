import { expect, test } from 'vitest'
import { DEFAULT_RESULT_PAGE_TEXT, renderResultPage } from './result-page.ts'

const RESULT = { status: 200, text: 'OK', reason: 'accepted' } as Parameters<
  typeof renderResultPage
>[0]

test('the page has the brand of the site, which leads back to it', () => {
  const texts = { ...DEFAULT_RESULT_PAGE_TEXT, brand: 'Ewa' }
  const page = renderResultPage(RESULT, texts, 'https://ewa.dev/')
  expect(page).toContain('<header><a href="https://ewa.dev/">Ewa</a></header>')
})

test('a gateway without a site has no brand', () => {
  expect(renderResultPage(RESULT, DEFAULT_RESULT_PAGE_TEXT, '/')).not.toContain('<header>')
})
