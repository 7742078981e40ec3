import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '../..')

export type DevServer = {
  url: string
  /** All that it has written about faults and advice so far. */
  told: () => string
  stop: () => Promise<void>
}

/** The development server over a content folder, as its owner starts it. */
export async function startDevServer(content: string): Promise<DevServer> {
  const server = spawn(process.execPath, ['src/cli/dev.ts', '--content', content], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_FOLDER: join(content, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill()
    await ended
  }
  return { url: await readAddress(server), told: () => told, stop }
}

function readAddress(program: ChildProcess): Promise<string> {
  const lines = createInterface({ input: program.stdout ?? process.stdin })
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const [address] = /http:\S+(?= and follows)/.exec(line) ?? []
      if (address) resolve(address)
    })
    program.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}
