import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../tests/fixtures/free-port.ts'
import { findProgram } from '../find-program.ts'

/** nginx as one worker over the files of a site, with the copies that the build has pressed. */
export async function serveByNginx(site: string, folder: string) {
  const nginx = findProgram({
    name: 'nginx',
    needed: 'Measurements of the server',
    commands: ['nginx'],
    places: ['/usr/sbin/nginx'],
    debianPackage: 'nginx-light',
    variable: 'NGINX_PATH',
  })
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(site, folder, port))
  const child = spawn(nginx, ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilItListens(port)
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

// The user of the process, since as root nginx would else take one that may not read the files.
const configuration = (site: string, folder: string, port: number) => `
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

async function untilItListens(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return untilItListens(port)
  } finally {
    socket.destroy()
  }
}
