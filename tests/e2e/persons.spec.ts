import { expect, findUnreadable, findViolations, open, overhang, test } from './site.ts'
import { PERSONS } from './variants.ts'

for (const language of PERSONS) {
  test(`the page of a person who writes in ${language} is complete and accessible`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, language)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overhang(page), `${width} px`).toBe(0)
      expect(await findUnreadable(page), `${width} px`).toEqual([])
      // A number such as 1.250,50 is whole.
      const lines = await page
        .locator('dl')
        .first()
        .locator('dd')
        .evaluateAll((all) =>
          all.map((number) => {
            const text = document.createRange()
            text.selectNodeContents(number)
            return new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size
          }),
        )
      expect(lines.length, `${width} px`).toBeGreaterThan(1)
      expect(new Set(lines), `${width} px`).toEqual(new Set([1]))
    }
    expect(await findViolations(page)).toEqual([])
  })
}
