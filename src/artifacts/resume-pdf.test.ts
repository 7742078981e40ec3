import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPortfolio } from '../content/load.ts'
import { makeResumePdf } from './resume-pdf.ts'

const CONTENT = join(import.meta.dirname, '../../content')

test('is a PDF, and the same bytes for the same content', async () => {
  const loaded = loadPortfolio(CONTENT)
  if (!loaded.ok) throw new Error('The shipped content has faults.')
  const [one, other] = await Promise.all([
    makeResumePdf(loaded.portfolio),
    makeResumePdf(loaded.portfolio),
  ])
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
  expect(one.equals(other)).toBe(true)
})
