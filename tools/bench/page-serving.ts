import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildServer } from 'reward-codes-gateway/server'
import { freePort, memoryOf } from 'test-fixtures/processes.ts'
import { findProgram } from '../programs.ts'
import { startServer } from './command.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatPercent,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from './figures.ts'

// Requests per second of our server and of nginx: the same files, one process each, the same load by wrk.

const SECONDS: Record<Effort, number> = { full: 3, quick: 1 }
const CONNECTIONS = 32
const HEADERS = ['-H', 'accept-encoding: gzip']

/** Serves a built site in a separate process, without a gateway. */
export function startStaticServer(site: string) {
  return startServer({ args: [import.meta.filename, site] })
}

async function runStaticServer([site = '']: string[]) {
  const server = buildServer({ site })
  console.log(`Serving ${site} at ${await server.listen({ port: 0, host: '127.0.0.1' })}`)
}

export async function measureServing(
  effort: Effort,
  site: string,
  folder: string,
): Promise<string> {
  const wrk = findProgram({
    name: 'wrk',
    needed: 'Benchmarks of the server',
    commands: ['wrk'],
    places: [],
    debianPackage: 'wrk',
    variable: 'WRK_PATH',
  })
  const nginx = await startNginx(site, join(folder, 'nginx'))
  const ours = await startStaticServer(site)
  const memoryBefore = memoryOf(ours.pid)
  try {
    const rows: Record<string, Record<string, string>> = {}
    const paths = { 'the page': '/', 'the largest script': largestScript(site) }
    for (const [name, path] of Object.entries(paths)) {
      const measured = await interleave(RUNS[effort], {
        ours: () => runWrk(wrk, ours.url + path, SECONDS[effort]),
        nginx: () => runWrk(wrk, nginx.url + path, SECONDS[effort]),
      })
      rows[name] = cellsOf(measured)
    }
    const memory = `Memory of the server: ${memoryBefore} MiB before, ${memoryOf(ours.pid)} MiB after.`
    return `Served over ${CONNECTIONS} connections, gzip:\n\n${markdownTable(rows)}\n\n${memory}`
  } finally {
    await Promise.all([ours.stop(), nginx.stop()])
  }
}

function largestScript(site: string): string {
  const scripts = readdirSync(join(site, 'assets')).filter((name) => name.endsWith('.js'))
  const sizeOf = (name: string) => statSync(join(site, 'assets', name)).size
  const [largest = ''] = scripts.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return `/assets/${largest}`
}

async function runWrk(wrk: string, url: string, seconds: number): Promise<Sample> {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...HEADERS, url]
  const { stdout } = await promisify(execFile)(wrk, args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]) }
}

function cellsOf({ ours, nginx }: Record<string, Figures>) {
  return {
    'this server, requests/s': formatFigure(ours?.rate),
    'nginx, requests/s': formatFigure(nginx?.rate),
    ratio: formatPercent(ours?.rate, nginx?.rate),
  }
}

/** Starts nginx with one worker. It sends the files that the build has compressed. */
async function startNginx(site: string, folder: string) {
  const nginx = findProgram({
    name: 'nginx',
    needed: 'Benchmarks of the server',
    commands: ['nginx'],
    places: ['/usr/sbin/nginx'],
    debianPackage: 'nginx-light',
    variable: 'NGINX_PATH',
  })
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfiguration(site, folder, port))
  const child = spawn(nginx, ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  await Promise.race([
    untilListening(port),
    ended.then(([code]) => Promise.reject(new Error(`nginx ended with ${code}.`))),
  ])
  const stop = async () => {
    child.kill()
    await ended
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

// As root, nginx would switch to a user that cannot read the files.
const nginxConfiguration = (site: string, folder: string, port: number) => `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  types { text/html html; text/javascript js; font/woff2 woff2; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  gzip_static on;
  server {
    listen 127.0.0.1:${port};
    root ${site};
  }
}
`

async function untilListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return untilListening(port)
  } finally {
    socket.destroy()
  }
}

if (import.meta.main) await runStaticServer(process.argv.slice(2))
