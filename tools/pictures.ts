import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { makeSite } from 'reward-codes/internal/cli/build.ts'
import { buildServer } from 'reward-codes-gateway/server'
import sharp from 'sharp'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { type Document, parseDocument } from 'yaml'

// `node tools/pictures.ts` writes the pictures of docs/design.md into docs/pictures: the three looks with the
// sample, and with an owner's content whose pictures are screenshots of our own pages and of a terminal.

const OUT = join(import.meta.dirname, '../docs/pictures')
const LOOKS = ['index', 'editorial', 'terminal'] as const
const SCHEMES = ['light', 'dark'] as const
const WINDOWS = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
/** Of a sheet of first screens, and of whole pages; in pixels of the picture. */
const ROW_HEIGHT = 300
const COLUMN_WIDTH = 300
const GAP = 12
const QUALITY = 62

type Scheme = (typeof SCHEMES)[number]
type Change = (content: Document, folder: string) => void
type View = { width: number; height: number; scheme: Scheme; fullPage?: boolean }

const folder = mkdtempSync(join(tmpdir(), 'reward-codes-pictures-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  mkdirSync(OUT, { recursive: true })
  const samples = await serveLooks('sample', () => {})
  const screens = await takeScreens(samples)
  const owners = await serveLooks('owner', (content, to) => writeOwner(content, to, screens))
  for (const [name, sites] of Object.entries({ sample: samples, owner: owners })) {
    for (const scheme of SCHEMES) {
      const rows = await mapInOrder(sites, (site) =>
        mapInOrder(WINDOWS, (window) => shoot(browser, site, { ...window, scheme })),
      )
      await writeSheet(`${name}-${scheme}`, await Promise.all(rows.map(joinRow)))
    }
  }
  const window = { width: 1440, height: 900, fullPage: true }
  const pages = await mapInOrder([...samples, ...owners], (site, index) =>
    shoot(browser, site, { ...window, scheme: index % 3 === 2 ? 'dark' : 'light' }),
  )
  await writePages('pages', pages)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
process.exit()

async function serveLooks(name: string, change: Change): Promise<string[]> {
  return mapInOrder(LOOKS, async (look) => {
    const content = join(folder, name, look, 'content')
    copySampleContent(content)
    const file = join(content, 'portfolio.yaml')
    const document = parseDocument(readFileSync(file, 'utf8'))
    document.setIn(['site', 'look'], look)
    change(document, content)
    writeFileSync(file, document.toString())
    const out = join(folder, name, look, 'dist')
    await makeSite({ content, out, isSampleAllowed: true })
    return buildServer({ site: out }).listen({ port: 0, host: '127.0.0.1' })
  })
}

/** The anchor of the second project of a page. */
async function secondProject(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  const [, [, anchor] = []] = page.matchAll(/ id="(project-[\w-]+)"/g)
  if (!anchor) throw new Error('The page has no second project.')
  return anchor
}

/** Screenshots of our own pages, and of what a command prints. */
async function takeScreens([index = '', editorial = '', terminal = '']: string[]) {
  const window = { width: 1280, height: 800 }
  const cli = join(import.meta.dirname, '../packages/engine/src/cli/main.ts')
  const help = execFileSync(process.execPath, [cli, '--help'], { encoding: 'utf8' })
  return {
    'magazine.png': await shoot(browser, editorial, { ...window, scheme: 'light' }),
    'console.png': await shoot(browser, terminal, { ...window, scheme: 'dark' }),
    'sections.png': await shoot(browser, `${index}/#portfolio`, { ...window, scheme: 'light' }),
    'missing.png': await shoot(browser, `${index}/404.html`, { ...window, scheme: 'light' }),
    'dialog.png': await shoot(browser, `${index}/#${await secondProject(`${index}/`)}`, {
      ...window,
      scheme: 'light',
    }),
    'command.png': await shootText(help, window),
  }
}

/** The content of an owner whose six projects have a screenshot each. */
function writeOwner(content: Document, to: string, screens: Record<string, Buffer>) {
  const titles = ['Atlas', 'Quarto', 'Night Shift', 'Lost & Found', 'Field Notes', 'reward-codes']
  for (const [index, [file, body]] of Object.entries(screens).entries()) {
    writeFileSync(join(to, 'images', file), body)
    const card = ['projects', 'cards', index]
    content.setIn([...card, 'title'], titles[index])
    content.setIn([...card, 'imgSrc'], `images/${file}`)
    content.setIn([...card, 'imgAlt'], `Screenshot of ${titles[index]}`)
  }
  content.setIn(['person', 'name'], 'Jonas Ek')
  content.setIn(['hero', 'phrases'], content.createNode(['I’m Jonas Ek.']))
  content.setIn(['hero', 'place'], 'based in Malmö')
}

async function shoot(browser: Browser, url: string, { scheme, fullPage, ...viewport }: View) {
  const page = await browser.newPage({ viewport, colorScheme: scheme, reducedMotion: 'reduce' })
  // The terminal is dark until the visitor chooses.
  await page.addInitScript((theme) => localStorage.setItem('theme', theme), scheme)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  if (fullPage) {
    // Not the images: that would move the gallery.
    const height = await page.evaluate(() => document.body.scrollHeight)
    for (let top = height; top >= 0; top -= viewport.height) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
      await page.waitForLoadState('networkidle')
    }
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    // A screenshot of the whole page does not wait for images that are decoded beside the painting.
    await page.evaluate(() => {
      for (const image of document.images) image.decoding = 'sync'
    })
  }
  await page.waitForTimeout(400)
  const picture = await page.screenshot({ fullPage: fullPage ?? false })
  await page.close()
  return picture
}

async function shootText(text: string, viewport: { width: number; height: number }) {
  const page = await browser.newPage({ viewport })
  await page.setContent('<body style="margin:0;background:#101614"><pre></pre>')
  await page.locator('pre').evaluate((element, shown) => {
    element.textContent = `$ npx reward-codes --help\n\n${shown}`
    element.style.cssText = 'margin:0;padding:48px;color:#d7e6de;font:20px/1.5 monospace'
  }, text)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

/** Pictures of one height beside each other. */
async function joinRow(pictures: Buffer[]) {
  const scaled = await Promise.all(pictures.map((one) => scale(one, { height: ROW_HEIGHT })))
  return place(scaled, 'left')
}

async function writeSheet(name: string, rows: Tile[]) {
  await write(name, place(rows, 'top'))
}

async function writePages(name: string, pictures: Buffer[]) {
  const scaled = await Promise.all(pictures.map((one) => scale(one, { width: COLUMN_WIDTH })))
  await write(name, place(scaled, 'left'))
}

type Tile = { input: Buffer; width: number; height: number }

async function scale(picture: Buffer, size: { width?: number; height?: number }): Promise<Tile> {
  const { data, info } = await sharp(picture)
    .resize(size)
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

async function place(tiles: Tile[], side: 'left' | 'top'): Promise<Tile> {
  const along = side === 'left' ? 'width' : 'height'
  const across = side === 'left' ? 'height' : 'width'
  let at = GAP
  const placed = tiles.map((tile) => {
    const position = side === 'left' ? { left: at, top: GAP } : { left: GAP, top: at }
    at += tile[along] + GAP
    return { input: tile.input, ...position }
  })
  const size = { [along]: at, [across]: Math.max(...tiles.map((tile) => tile[across])) + 2 * GAP }
  const { width = 0, height = 0 } = size
  const background = '#8a8f8c'
  const sheet = sharp({ create: { width, height, channels: 3, background } }).composite(placed)
  return { input: await sheet.png().toBuffer(), width, height }
}

async function write(name: string, tile: Promise<Tile>) {
  const file = join(OUT, `${name}.webp`)
  const { size } = await sharp((await tile).input)
    .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
    .toFile(file)
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
}

async function mapInOrder<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) results.push(await map(item, index))
  return results
}
