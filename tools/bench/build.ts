import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { mapConcurrent } from 'reward-codes/internal/build/images/emit-images.ts'
import sharp from 'sharp'
import { COMMAND, ROOT, SITE } from 'test-fixtures/folders.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { parseDocument } from 'yaml'
import { BASELINES } from './build-baselines.ts'
import { type ServerProcess, startServer, timeCommand } from './command.ts'
import {
  type Effort,
  formatFigure,
  formatRatio,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from './figures.ts'
import { launchBrowser } from './page-browser.ts'

/** The numbers of projects, each with a photo of 3.6 megapixels. */
const SIZES: Record<Effort, number[]> = { full: [6, 60], quick: [6] }
/** A run without a cache takes over a minute with more projects, which is encoding for the most part. */
const MAX_FOR_ALL_RUNS = 6
const RUNS_OF_MANY = 3

type Project = { folder: string; photos: string[] }
type Rows = Record<string, Record<string, string>>

/** Measures what an owner waits for: builds, starts, and edits in the development server. */
export async function measureBuild(effort: Effort): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  try {
    const photos = await writePhotos(folder, Math.max(...SIZES[effort]))
    const tables: [building: Rows, starting: Rows, editing: Rows] = [{}, {}, {}]
    const [building, starting, editing] = tables
    for (const count of SIZES[effort]) {
      const project = { folder: join(folder, `${count}`), photos: photos.slice(0, count) }
      createProject(project.folder, project.photos)
      const row = `${count} projects`
      building[row] = await measureBuilding(effort, project)
      starting[row] = await measureStarting(effort, project)
      editing[row] = await measureDevServer(effort, project.folder)
    }
    return tables.map(markdownTable).join('\n\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureBuilding(effort: Effort, { folder, photos }: Project) {
  const time = async (args: string[]): Promise<Sample> => ({
    s: await timeCommand({ args, cwd: folder }),
  })
  const build = () => time([COMMAND, 'build'])
  const runs = photos.length > MAX_FOR_ALL_RUNS ? RUNS_OF_MANY : RUNS[effort]
  const slow = await interleave(Math.min(runs, RUNS[effort]), {
    cold: () => {
      clearCaches(folder)
      return build()
    },
    encoders: () => time([BASELINES, 'encode', ...photos]),
  })
  const fast = await interleave(RUNS[effort], {
    warm: build,
    changed: () => {
      changeGreeting(folder)
      return build()
    },
    bundler: () => time([BASELINES, 'bundle', folder]),
  })
  const { cold, encoders, warm, changed, bundler } = secondsOf({ ...slow, ...fast })
  const both = encoders && bundler && { ...encoders, median: encoders.median + bundler.median }
  return {
    'cold s': formatFigure(cold),
    'warm s': formatFigure(warm),
    'one word changed s': formatFigure(changed),
    'bundler alone s': formatFigure(bundler),
    'encoders alone s': formatFigure(encoders),
    'cold / both alone': formatRatio(cold, both),
    'one word / bundler alone': formatRatio(changed, bundler),
  }
}

/** `npm start` on a built site, until it prints its URL. */
async function measureStarting(effort: Effort, { folder }: Project) {
  const time = async (args: string[]): Promise<Sample> => {
    const server = await startServer({
      args,
      cwd: folder,
      environment: { DATA_DIR: join(folder, 'data') },
    })
    await server.stop()
    return { s: server.seconds }
  }
  const measured = await interleave(RUNS[effort], {
    start: () => time([COMMAND, 'start']),
    minimal: () => time([BASELINES, 'serve']),
  })
  const { start, minimal } = secondsOf(measured)
  return {
    'npm start again s': formatFigure(start),
    'minimal server s': formatFigure(minimal),
    ratio: formatRatio(start, minimal),
  }
}

function secondsOf(measured: Awaited<ReturnType<typeof interleave>>) {
  return Object.fromEntries(Object.entries(measured).map(([name, { s }]) => [name, s]))
}

// `npm run dev`: from the command to the first page, and from an edit of the content to the screen.

/** The packages that Vite has optimized. */
const VITE_CACHE = '.cache/vite'
/** After this time, a page has loaded everything. */
const SETTLE_MS = 1500

async function measureDevServer(effort: Effort, folder: string): Promise<Record<string, string>> {
  const browser = await launchBrowser()
  const start = (args: string[]) => () =>
    startServer({ args, cwd: folder, environment: { DATA_DIR: join(folder, 'data') } })
  const dev = start([COMMAND, 'dev'])
  try {
    const { first, again, bundler } = await interleave(RUNS[effort], {
      first: () => {
        rmSync(join(folder, VITE_CACHE), { recursive: true, force: true })
        return timeFirstPage(browser, dev)
      },
      again: () => timeFirstPage(browser, dev),
      bundler: () => timeUrl(start([BASELINES, 'develop', folder])),
    })
    const ours = await openEditor(browser, await dev(), folder)
    const minimal = await openEditor(
      browser,
      await start([BASELINES, 'reload', contentFile(folder)])(),
      folder,
    )
    // Alternately, because both servers watch the same file.
    const { edit, reload } = await interleave(2 * RUNS[effort], {
      edit: ours.timeEdit,
      reload: minimal.timeEdit,
    })
    await ours.close()
    await minimal.close()
    return {
      'npm run dev, first start, to page s': formatFigure(first?.s),
      'again s': formatFigure(again?.s),
      'bundler alone, to URL s': formatFigure(bundler?.s),
      'edit to screen ms': formatFigure(edit?.ms),
      'minimal reload ms': formatFigure(reload?.ms),
      ratio: formatRatio(edit?.ms, reload?.ms),
    }
  } finally {
    await browser.close()
  }
}

async function timeUrl(start: () => Promise<ServerProcess>): Promise<Sample> {
  const server = await start()
  await server.stop()
  return { s: server.seconds }
}

/** Seconds from the command to the first frame that shows the greeting. */
async function timeFirstPage(
  browser: Browser,
  start: () => Promise<ServerProcess>,
): Promise<Sample> {
  const begin = Date.now()
  const server = await start()
  const page = await browser.newPage()
  const untilShown = await watchGreeting(page)
  const shown = untilShown(() => true)
  await page.goto(server.url)
  const time = await shown
  await page.close()
  await server.stop()
  return { s: (time - begin) / 1000 }
}

/** Opens the page of a server, whose content file `timeEdit` changes. */
async function openEditor(browser: Browser, server: ServerProcess, folder: string) {
  const page = await browser.newPage()
  const untilShown = await watchGreeting(page)
  await page.goto(server.url)
  return {
    timeEdit: async (): Promise<Sample> => {
      await page.waitForTimeout(SETTLE_MS)
      await page.bringToFront()
      const begin = Date.now()
      const greeting = changeGreeting(folder)
      return { ms: (await untilShown((shown) => shown === greeting)) - begin }
    },
    close: async () => {
      await page.close()
      await server.stop()
    },
  }
}

/** Returns a function that resolves with the time at which a matching greeting is on the screen. */
async function watchGreeting(page: Page) {
  let pending: { matches: (greeting: string) => boolean; resolve: (time: number) => void }
  await page.exposeFunction('reportGreeting', (greeting: string, time: number) => {
    if (pending?.matches(greeting)) pending.resolve(time)
  })
  await page.addInitScript(observeGreeting)
  return (matches: (greeting: string) => boolean) =>
    new Promise<number>((resolve) => {
      pending = { matches, resolve }
    })
}

/** Runs in the page. Reports each new greeting after the frame that shows it. */
function observeGreeting() {
  let shown = ''
  const check = () => {
    const greeting = document.querySelector('main p')?.textContent ?? ''
    if (greeting && greeting !== shown) {
      shown = greeting
      // A message is handled in the first task after the frame.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Reflect.get(window, 'reportGreeting')(greeting, Date.now())
      port2.postMessage(undefined)
    }
    requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

const PHOTO_SIZE = { width: 2400, height: 1500 }
const NOISE_SIZE = { width: 3000, height: 2000 }
/** The grain of each layer of noise in pixels. Each is weaker than the one before. */
const GRAINS = [750, 375, 188, 94, 47, 24, 12, 6, 3, 1]
const LAYER_RATIO = 1.3

/** Creates an owner's folder with one project for each photo. */
function createProject(folder: string, photos: string[]): void {
  const content = join(folder, 'content')
  mkdirSync(folder)
  cpSync(join(SITE, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  copySampleContent(content)
  const file = contentFile(folder)
  const document = parseDocument(readFileSync(file, 'utf8'))
  const { cards } = document.toJS().projects
  const projects = photos.map((photo, index) => {
    const imgSrc = `images/photo-${index + 1}.jpg`
    copyFileSync(photo, join(content, imgSrc))
    return { ...cards[index % cards.length], title: `Project ${index + 1}`, imgSrc }
  })
  document.setIn(['projects', 'cards'], document.createNode(projects))
  writeFileSync(file, document.toString())
}

function contentFile(folder: string): string {
  return join(folder, 'content/portfolio.yaml')
}

/** Writes a new greeting into the content. Returns it. */
function changeGreeting(folder: string): string {
  const file = contentFile(folder)
  const greeting = `Good day ${process.hrtime.bigint()}!`
  const text = readFileSync(file, 'utf8').replace(/greeting: .+/, `greeting: ${greeting}`)
  writeFileSync(file, text)
  return greeting
}

/** Deletes what earlier commands have written. */
function clearCaches(folder: string): void {
  for (const name of ['.cache', 'dist'])
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Writes photos that differ and are equally hard to encode. The same number gives the same photo. */
async function writePhotos(folder: string, count: number): Promise<string[]> {
  const noise = await createNoise()
  const files = Array.from({ length: count }, (_, index) => join(folder, `photo-${index + 1}.jpg`))
  await mapConcurrent(files, async (file, index) => {
    await sharp(noise, { raw: { ...NOISE_SIZE, channels: 3 } })
      .extract({ left: (index * 97) % 600, top: (index * 61) % 500, ...PHOTO_SIZE })
      .modulate({ hue: (index * 67) % 360, brightness: 0.8 + (index % 7) / 15 })
      .jpeg({ quality: 90 })
      .toFile(file)
  })
  return files
}

/** Adds layers of noise with different grains, which gives the frequency spectrum of photos. */
async function createNoise(): Promise<Buffer> {
  const sum = new Float32Array(NOISE_SIZE.width * NOISE_SIZE.height * 3)
  let strength = 0.5
  for (const [seed, grain] of GRAINS.entries()) {
    const layer = await createLayer(grain, seed + 1)
    for (let index = 0; index < sum.length; index++) {
      sum[index] = (sum[index] ?? 0) + ((layer[index] ?? 0) - 128) * strength
    }
    strength /= LAYER_RATIO
  }
  return Buffer.from(Uint8ClampedArray.from(sum, (value) => 128 + value))
}

function createLayer(grain: number, seed: number): Promise<Buffer> {
  const width = Math.ceil(NOISE_SIZE.width / grain) + 1
  const height = Math.ceil(NOISE_SIZE.height / grain) + 1
  const pixels = randomBytes(width * height * 3, seed)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ ...NOISE_SIZE, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** Pseudorandom bytes from a seed, by a linear congruential generator. */
function randomBytes(length: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }),
  )
}
