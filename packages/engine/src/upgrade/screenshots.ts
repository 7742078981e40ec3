import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildServer } from 'reward-codes-gateway/server'
import { type Chromium, startChromium } from './chromium.ts'

const BROWSERS = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable'],
  ...['google-chrome', 'chrome.exe', 'msedge.exe'],
]
/** A phone and a laptop, in CSS pixels. */
const WINDOWS = [
  { width: 360, height: 800 },
  { width: 1280, height: 900 },
]
const FLAGS = ['--hide-scrollbars', '--force-prefers-reduced-motion']
/** How long the page has for its first texts after it has loaded. */
const PAGE_TIME_MS = 1500
/** Chromium makes no larger pictures. */
const MAX_HEIGHT = 16_384

/** A Chromium on this machine; CHROMIUM_PATH names another one. */
export function findChromium(environment = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = environment
  const onPath = PATH.split(delimiter).flatMap((folder) =>
    BROWSERS.map((name) => join(folder, name)),
  )
  return [CHROMIUM_PATH, ...onPath].find((file) => file && isExecutable(file))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Takes pictures of the whole home page of two sites, and writes them side by side into index.html of a
 * folder. Returns that file.
 */
export async function compareScreens(
  sites: { before: string; after: string },
  program: string,
  folder: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const chromium = await startChromium(program, FLAGS)
  try {
    for (const [name, site] of Object.entries(sites)) {
      const server = buildServer({ site })
      try {
        const url = await server.listen({ host: '127.0.0.1', port: 0 })
        await Promise.all(
          WINDOWS.map(async (size) => {
            const file = join(folder, `${name}-${size.width}.png`)
            writeFileSync(file, await takePicture(chromium, `${url}/`, size))
          }),
        )
      } finally {
        await server.close()
      }
    }
  } finally {
    await chromium.close()
  }
  const report = join(folder, 'index.html')
  writeFileSync(report, reportOf(Object.keys(sites)))
  return report
}

/** What a visitor sees who scrolls: images load there, and sections are laid out there. */
const SHOW_ALL = `
  const wait = (start) => new Promise(start)
  if (document.readyState !== 'complete') await wait((done) => addEventListener('load', done))
  await wait((done) => setTimeout(done, ${PAGE_TIME_MS}))
  // An image that is decoded beside the painting is missing in a picture of the whole page.
  for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' })
  document.head.append(Object.assign(document.createElement('style'), {
    textContent: '* { content-visibility: visible !important }',
  }))
  await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})))
  await document.fonts.ready
`

async function takePicture(
  { call }: Chromium,
  url: string,
  size: (typeof WINDOWS)[number],
): Promise<Buffer> {
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
  const inPage = (method: string, params: object) => call(method, params, String(sessionId))
  await inPage('Emulation.setDeviceMetricsOverride', {
    ...size,
    deviceScaleFactor: 1,
    mobile: false,
  })
  // Otherwise the policy of the page forbids the style.
  await inPage('Page.setBypassCSP', { enabled: true })
  await inPage('Page.navigate', { url })
  const expression = `(async () => {${SHOW_ALL}})()`
  await inPage('Runtime.evaluate', { expression, awaitPromise: true })
  const { cssContentSize } = await inPage('Page.getLayoutMetrics', {})
  const { height } = cssContentSize as { height: number }
  const clip = { x: 0, y: 0, width: size.width, height: Math.min(height, MAX_HEIGHT), scale: 1 }
  const { data } = await inPage('Page.captureScreenshot', { clip, captureBeyondViewport: true })
  await call('Target.closeTarget', { targetId })
  return Buffer.from(String(data), 'base64')
}

function reportOf(names: string[]): string {
  const rows = WINDOWS.map(({ width }) =>
    names.map((name) => `<td><img src="${name}-${width}.png" alt="${name}, ${width} pixels"></td>`),
  )
  return `<!doctype html>
<html lang="en">
<title>Before and after the upgrade</title>
<style>td { vertical-align: top } img { border: 1px solid; max-width: 100% }</style>
<table>
<tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr>
${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n')}
</table>
</html>
`
}
