import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { type OwnerWithParts, ownerWithParts } from '../fixtures/owner-with-parts.ts'
import { expect, test } from './site.ts'

// The examples of docs/owner.md, section "Own parts": one folder of an owner, with an example of each kind.

test.slow()
// The bundler of the development server is slow on a busy machine.
const slowExpect = expect.configure({ timeout: 20_000 })

test.describe('a built site', () => {
  test.describe.configure({ mode: 'serial' })
  let owner: OwnerWithParts
  let site: Awaited<ReturnType<OwnerWithParts['serve']>>

  test.beforeAll(async () => {
    owner = ownerWithParts()
    writeFileSync(
      join(owner.folder, 'parts/About.after.tsx'),
      'export default function Hours() {\n  return <dialog id="hours"><a href="#talks">My talks</a></dialog>\n}\n',
    )
    const { exitCode, error } = await owner.build()
    expect(exitCode, error).toBe(0)
    site = await owner.serve()
  })
  test.afterAll(async () => {
    await site?.close()
    owner.remove()
  })
  test.beforeEach(({ page }) => page.goto(site.url))

  test('shows a replaced part with its styles', async ({ page }) => {
    const paragraphs = page.locator('#about p')
    await expect(paragraphs.last()).toContainText('small museum')
    const size = (text: Locator) =>
      text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(await size(paragraphs.first())).toBeGreaterThan(1.2 * (await size(paragraphs.last())))
  })

  test('leaves a dialog of a part alone', async ({ page }) => {
    const dialog = page.locator('#hours')
    await expect(page.locator('[data-island="navigation"][data-hydrated]')).toBeAttached()
    const show = () => dialog.evaluate((element: HTMLDialogElement) => element.showModal())
    await show()
    await page.keyboard.press('Escape')
    await expect(dialog).not.toHaveAttribute('open')
    expect(page.url()).toBe(site.url)
    await show()
    await page.getByRole('link', { name: 'My talks' }).click()
    await expect(page).toHaveURL(/#talks$/)
    await expect(dialog).toHaveAttribute('open')
  })

  test('shows a wrapped part with the styles of the original', async ({ page }) => {
    const titles = page.locator('#services h3')
    await expect(titles).toHaveText(['Catalogues', 'Signs', 'Websites'])
    await expect(page.locator('#services ul')).toHaveCSS('display', 'grid')
  })

  test('shows a component after a section, with its styles on the first screen', async ({
    page,
  }) => {
    const notice = page.locator('#hero + p')
    await expect(notice).toHaveText('In May I am away, planting.')
    const styles = await page.locator('head style').allTextContents()
    expect(styles.join('')).toContain('Hero_after_notice')
  })

  test('shows a component inside a section, at its end', async ({ page }) => {
    const link = page.locator('#portfolio').getByRole('link', { name: 'Older work' })
    await expect(link).toHaveAttribute('href', 'https://archive.example')
    const section = await page.locator('#portfolio').boundingBox()
    const last = await link.boundingBox()
    expect(Number(last?.y)).toBeGreaterThan(Number(section?.y) + Number(section?.height) / 2)
  })

  test('shows an own section with its place in the menu and its styles', async ({ page }) => {
    const link = page.locator('header').getByRole('link', { name: 'Talks', exact: true })
    await expect(link).toHaveAttribute('href', '#talks')
    const entries = page.getByRole('region', { name: 'Talks' }).locator('li')
    await expect(entries).toHaveText([
      /^A catalogue that outlives its museum.*Ghent, 2026$/,
      /^Websites as compost.*Grenoble, 2025$/,
    ])
    await expect(entries.first()).toHaveCSS('display', 'flex')
  })

  test('shows a picture of an own section in the best format and the smallest size', async ({
    page,
  }) => {
    // Narrower than the picture, which keeps its aspect ratio.
    await page.setViewportSize({ width: 320, height: 600 })
    const photo = page.getByRole('img', { name: 'A stage in warm light' })
    await photo.scrollIntoViewIfNeeded()
    const shown = () =>
      photo.evaluate(({ currentSrc, naturalWidth }: HTMLImageElement) => [currentSrc, naturalWidth])
    const { width = 0, height = 0 } = (await photo.boundingBox()) ?? {}
    expect(width / height).toBeCloseTo(1.6)
    await expect.poll(shown).toEqual([expect.stringMatching(/\/stage-\w+-320\.avif$/), 320])
  })

  test('shows what packages of the owner make in a static part', async ({ page }) => {
    await expect(page.locator('#talks')).toContainText('2 talks, 1,240 listeners')
  })

  test('hydrates an island before it scrolls into view', async ({ page }) => {
    // In a small window the section of the island is far below the first screen.
    await page.setViewportSize({ width: 320, height: 200 })
    await page.reload()
    const island = page.locator('[data-island="parts/Estimate"]')
    await expect(island).toHaveText(/How many days\?5 days, about €2,400/)
    await expect(page.locator('[data-island="navigation"][data-hydrated]')).toBeAttached()
    await expect(island).not.toHaveAttribute('data-hydrated')
    const slider = page.getByRole('slider', { name: 'How many days?' })
    await slider.scrollIntoViewIfNeeded()
    await expect(island).toHaveAttribute('data-hydrated')
    await slider.fill('12')
    await expect(island).toContainText('12 days, about €5,760')
    await slider.press('ArrowLeft')
    await expect(island).toContainText('11 days, about €5,280')
  })
})

test.describe('a build stops', () => {
  let owner: OwnerWithParts
  test.beforeEach(() => {
    owner = ownerWithParts()
  })
  test.afterEach(() => owner.remove())

  const file = (name: string) => join(owner.folder, 'parts', name)
  const change = (name: string, from: string, to: string) =>
    writeFileSync(file(name), readFileSync(file(name), 'utf8').replace(from, to))

  test('if a part throws, and says where', async () => {
    change('About.tsx', 'about.bio.map', 'about.biography.map')
    const { exitCode, error } = await owner.build()
    expect(exitCode).toBe(1)
    expect(error).toMatch(/parts\/About\.tsx:9:\d+ {2}rendering\n.*TypeError: Cannot read/)
    expect(error).not.toContain('    at ')
  })

  test('if a part does not show what is inside it, and says which', async () => {
    writeFileSync(file('About.inside.tsx'), 'export default () => <p>More</p>')
    expect((await owner.build()).exitCode).toBe(0)
    writeFileSync(file('About.tsx'), 'export default () => <p>Nothing</p>')
    const { exitCode, error } = await owner.build()
    expect(exitCode).toBe(1)
    expect(error).toContain('About.tsx does not show it')
  })

  test('if the content does not fit the schema of a section, and says where', async () => {
    const content = join(owner.folder, 'content/portfolio.yaml')
    const good = readFileSync(content, 'utf8')
    const lineOf = (text: string) => good.slice(0, good.indexOf(text)).split('\n').length
    writeFileSync(content, good.replace('slides:', 'slide:').replace('year: 2025', 'year: soon'))
    const { exitCode, error } = await owner.build()
    expect(exitCode).toBe(1)
    expect(error).toContain(
      `portfolio.yaml:${lineOf('slides:')}:9  customSections.0.talks.0.slide\n    found         unknown field "slide"`,
    )
    expect(error).toContain('did you mean  slides')
    expect(error).toContain(
      `portfolio.yaml:${lineOf('year: 2025')}:9  customSections.0.talks.1.year\n    found         "soon"\n    expected      a number. The year.`,
    )
  })

  test('if an island gets what the page cannot carry, and says which', async () => {
    change('Services.inside.tsx', 'most={20}', 'most={() => 20}')
    const { exitCode, error } = await owner.build()
    expect(exitCode).toBe(1)
    expect(error).toMatch(
      /parts\/Estimate\.island\.tsx:1:1 {2}island\n {4}found +the prop most, which has a function/,
    )
  })

  test('if a file has the name of no part, and suggests one', async () => {
    writeFileSync(file('Fotter.tsx'), 'export default () => <p>End</p>')
    const { exitCode, error } = await owner.build()
    expect(exitCode).toBe(1)
    expect(error).toMatch(/parts\/Fotter\.tsx:1:1.*\n.*\n.*\n.*did you mean {2}Footer\.tsx/)
  })

  test('if a part cannot be bundled, and says where', async () => {
    change('About.tsx', '</Section>', '</section>')
    const { exitCode, error } = await owner.build()
    expect(exitCode).toBe(1)
    expect(error).toMatch(/parts\/About\.tsx:\d+:\d+ /)
    expect(error).not.toContain('    at ')
  })
})

test.describe('in development', () => {
  // The answer to a page that cannot be rendered.
  test.use({ allowed: /status of 500/ })

  test('dev shows changed, added and broken parts at once', async ({ page }) => {
    const owner = ownerWithParts()
    const server = owner.start(['dev'])
    try {
      const url = await server.until(/(http:\S+)(?= \(reloads)/)
      await page.goto(url)
      await slowExpect(page.locator('#services h3').first()).toHaveText('Catalogues')
      const parts = join(owner.folder, 'parts')
      const hero = join(parts, 'Hero.after.tsx')
      const good = readFileSync(hero, 'utf8')
      const overlay = page.locator('vite-error-overlay')

      writeFileSync(hero, good.replace('In May', 'In June'))
      await slowExpect(page.locator('#hero + p')).toHaveText('In June I am away, planting.')

      writeFileSync(hero, good.replace('</p>', '</div>'))
      await slowExpect(overlay).toContainText('parts/Hero.after.tsx:5:')
      writeFileSync(hero, good.replace('>In May', '>{[].at(1).name}In May'))
      await slowExpect(overlay).toContainText(/parts\/Hero\.after\.tsx:5:\d+ {2}rendering/)
      writeFileSync(hero, good)
      await slowExpect(page.locator('#hero + p')).toHaveText('In May I am away, planting.')
      await expect(overlay).toHaveCount(0)

      // Hydrated first: an edit in between would meet the markup of before.
      const slider = page.getByRole('slider')
      const hydrated = page.locator('[data-island="parts/Estimate"][data-hydrated]')
      await slider.scrollIntoViewIfNeeded()
      await slowExpect(hydrated).toBeAttached()
      const estimate = join(parts, 'Estimate.island.tsx')
      const island = readFileSync(estimate, 'utf8')
      const reloaded = page.waitForEvent('load')
      writeFileSync(estimate, island.replace('useState(5)', 'useState(7)'))
      await reloaded
      await slowExpect(slider).toHaveValue('7')
      await slider.scrollIntoViewIfNeeded()
      await slowExpect(hydrated).toBeAttached()
      await slider.fill('8')
      await slowExpect(page.locator('output')).toContainText('8 days')

      const stage = join(owner.folder, 'content/images/stage.jpg')
      const photo = page.getByRole('img', { name: 'A stage in warm light' })
      const before = await photo.getAttribute('src')
      const picture = readFileSync(stage)
      rmSync(stage)
      await slowExpect(overlay).toContainText('customSections.0.talks.0.photo.image')
      writeFileSync(stage, await sharp(picture).flop().toBuffer())
      await slowExpect(overlay).toHaveCount(0)
      await slowExpect(photo).not.toHaveAttribute('src', `${before}`)

      const talks = join(parts, 'sections/talks.tsx')
      const strict = readFileSync(talks, 'utf8')
      writeFileSync(talks, strict.replace('year: z.int()', 'year: z.int().max(2025)'))
      await slowExpect(overlay).toContainText('customSections.0.talks.0.year')
      await slowExpect(overlay).toContainText('at most 2025')
      const schema = join(owner.folder, 'content/portfolio.schema.json')
      writeFileSync(schema, '{}')
      writeFileSync(talks, strict.replace('The year.', 'The year of the talk.'))
      await slowExpect(overlay).toHaveCount(0)
      await slowExpect.poll(() => readFileSync(schema, 'utf8')).toContain('The year of the talk.')

      const styles = join(parts, 'Hero.after.module.css')
      writeFileSync(styles, `${readFileSync(styles, 'utf8')}\n.notice { text-align: end; }`)
      await slowExpect(page.locator('#hero + p')).toHaveCSS('text-align', 'end')

      writeFileSync(join(parts, 'Footer.tsx'), 'export default () => <footer>Fin</footer>')
      await slowExpect(page.locator('footer')).toHaveText('Fin')
      rmSync(join(parts, 'Footer.tsx'))
      await slowExpect(page.locator('footer')).toContainText('Made in Lyon')
    } finally {
      await page.close()
      server.child.kill()
      await server.ended
      owner.remove()
    }
  })
})
