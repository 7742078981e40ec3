import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeSite } from 'reward-codes/internal/cli/build.ts'
import { buildServer } from 'reward-codes-gateway/server'
import { parseDocument } from 'yaml'
import { copySampleContent } from '../fixtures/sample-content.ts'
import { VARIANTS, type Variant } from './variants.ts'

/** Builds and serves every content variant. Passes the URLs to the tests in SITES. */
export default async function buildSites() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-sites-'))
  const names = Object.keys(VARIANTS)
  for (const name of names) await write(folder, name)
  const builders = availableParallelism()
  await Promise.all(
    Array.from({ length: builders }, (_, builder) =>
      build(
        folder,
        names.filter((_, index) => index % builders === builder),
      ),
    ),
  )
  const sites = await Promise.all(
    names.map(async (name) => [name, await serve(join(folder, name, 'dist'), name)] as const),
  )
  process.env.FOLDERS = JSON.stringify(
    Object.fromEntries(sites.map(([name, site]) => [name, site.folder])),
  )
  const outside = await serveOutside()
  process.env.SITES = JSON.stringify(
    Object.fromEntries(sites.map(([name, { url }]) => [name, url])),
  )
  process.env.OUTSIDE = outside.url
  return async () => {
    await Promise.all([...sites.map(([, site]) => site.close()), outside.close()])
    rmSync(folder, { recursive: true })
  }
}

async function write(folder: string, name: string) {
  const content = join(folder, name, 'content')
  copySampleContent(content)
  const file = join(content, 'portfolio.yaml')
  const document = parseDocument(readFileSync(file, 'utf8'))
  const change: Variant | undefined = VARIANTS[name]
  await change?.(document, content)
  writeFileSync(file, document.toString())
}

async function build(folder: string, names: string[]) {
  const folders = names.flatMap((name) => [
    join(folder, name, 'content'),
    join(folder, name, 'dist'),
  ])
  await promisify(execFile)(process.execPath, [import.meta.filename, ...folders])
}

/** Serves a site, with a base path only for the variant "below a path". */
async function serve(folder: string, name: string) {
  const root = name === 'below a path' ? '/portfolio/' : '/'
  const app = buildServer({ site: folder, root })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, folder, close: () => app.close() }
}

/** A mock for every external site that the page links to. */
async function serveOutside() {
  const server: Server = createServer((_, response) => response.end('<title>Elsewhere</title>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/**
 * The program that builds sites: its arguments are pairs of a content folder and an output folder. The
 * second build in a process takes less than half the time of the first, which loads the bundler.
 */
async function runBuilder(folders: string[]) {
  for (let index = 0; index < folders.length; index += 2) {
    const [content = '', out = ''] = folders.slice(index)
    await makeSite({ content, out, isSampleAllowed: true })
  }
}

if (import.meta.main) await runBuilder(process.argv.slice(2))
