import { execFile } from 'node:child_process'
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { buildServer } from 'reward-codes-gateway/server'

const BROWSERS = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable'],
  ...['google-chrome', 'chrome.exe', 'msedge.exe'],
]
/** A phone and a laptop, in CSS pixels. */
const WINDOWS = [
  { width: 360, height: 800 },
  { width: 1280, height: 900 },
]
const TIMEOUT_MS = 60_000
/** Fonts have loaded and the first texts are typed by then. */
const PAGE_TIME_MS = 4000

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
 * Takes pictures of the first screen of two sites, and writes them side by side into index.html of a folder.
 * Returns that file.
 */
export async function compareScreens(
  sites: { before: string; after: string },
  chromium: string,
  folder: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  for (const [name, site] of Object.entries(sites)) {
    const server = buildServer({ site })
    try {
      const url = await server.listen({ host: '127.0.0.1', port: 0 })
      for (const { width, height } of WINDOWS) {
        const file = join(folder, `${name}-${width}.png`)
        await promisify(execFile)(chromium, argumentsFor(`${url}/`, file, width, height), {
          timeout: TIMEOUT_MS,
        })
      }
    } finally {
      await server.close()
    }
  }
  const report = join(folder, 'index.html')
  writeFileSync(report, reportOf(Object.keys(sites)))
  return report
}

function argumentsFor(url: string, file: string, width: number, height: number): string[] {
  return [
    '--headless',
    '--hide-scrollbars',
    '--force-prefers-reduced-motion',
    `--virtual-time-budget=${PAGE_TIME_MS}`,
    `--window-size=${width},${height}`,
    `--screenshot=${file}`,
    // Chromium refuses to run as root in its sandbox. The pages are the owner's.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    url,
  ]
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
