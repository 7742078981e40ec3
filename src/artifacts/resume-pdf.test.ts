import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { makeResumePdf } from './resume-pdf.ts'

test('is a PDF, and the same bytes for the same content', async () => {
  const portfolio = loadSample()
  const [one, other] = await Promise.all([makeResumePdf(portfolio), makeResumePdf(portfolio)])
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
  expect(one.equals(other)).toBe(true)
})
