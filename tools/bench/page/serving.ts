import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { memoryOf } from '../../tests/fixtures/memory.ts'
import { findProgram } from '../find-program.ts'
import { type Figure, interleave, tableOf, write, writeFigure } from './figures.ts'
import { serveByNginx } from './nginx.ts'
import { serve } from './program.ts'

// Our own server beside nginx: the same files, one process each, asked by the same program.

const SERVER = join(import.meta.dirname, 'alone/server.ts')
const SECONDS = 3
const CONNECTIONS = 32
const HEADERS = { 'accept-encoding': 'gzip' }

export async function measureServing(site: string, folder: string): Promise<string> {
  const ours = await serve({ args: [SERVER, site] })
  const nginx = await serveByNginx(site, join(folder, 'nginx'))
  const begin = memoryOf(ours.pid)
  try {
    const paths = await findPaths(ours.url)
    const measured: Record<string, Record<string, Record<string, Figure>>> = {}
    for (const [what, path] of Object.entries(paths)) {
      measured[what] = await interleave({
        ours: () => ask(`${ours.url}${path}`),
        nginx: () => ask(`${nginx.url}${path}`),
      })
    }
    const memory = `Memory of the server: ${begin} MiB before, ${memoryOf(ours.pid)} MiB after.`
    return `Served over ${CONNECTIONS} connections, gzip:\n\n${describe(measured)}\n\n${memory}`
  } finally {
    await Promise.all([ours.stop(), nginx.stop()])
  }
}

/** The page, and the largest file beside it. */
async function findPaths(url: string): Promise<Record<string, string>> {
  const html = await (await fetch(url)).text()
  const [, script = ''] = /data-scripts="\.?([^" ]+)/.exec(html) ?? []
  return { 'the page': '/', 'the largest script': script }
}

async function ask(url: string) {
  const wrk = findProgram({
    name: 'wrk',
    needed: 'Measurements of the server',
    commands: ['wrk'],
    places: [],
    debianPackage: 'wrk',
    variable: 'WRK_PATH',
  })
  const said = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const load = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`]
  const { stdout } = await promisify(execFile)(wrk, [...load, ...said, url])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return { 'a second': Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]) }
}

function describe(measured: Record<string, Record<string, Record<string, Figure>>>): string {
  const rows = Object.entries(measured).map(([what, { ours, nginx }]) => {
    const [own, other] = [ours?.['a second'], nginx?.['a second']]
    if (!own || !other) throw new Error(`${what} was not measured.`)
    const cells = {
      'this server, requests/s': writeFigure(own),
      'nginx, requests/s': writeFigure(other),
      ratio: `${write((100 * own.median) / other.median)} %`,
    }
    return [what, cells] as const
  })
  return tableOf(Object.fromEntries(rows))
}
