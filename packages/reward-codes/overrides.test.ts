import { expect, test } from 'vitest'
import { overridesPlugin } from './overrides.ts'

test('an import of the page in other letters is named with the right ones', () => {
  const { resolveId: resolve } = overridesPlugin({}, import.meta.dirname) as unknown as {
    resolveId: (id: string, importer: string) => unknown
  }
  expect(() => resolve('reward-codes/page.astro', 'src/pages/cv.astro')).toThrow(
    'src/pages/cv.astro imports reward-codes/page.astro. The file is reward-codes/Page.astro.',
  )
  expect(resolve('reward-codes/Page.astro', 'src/pages/cv.astro')).toBeUndefined()
})
