import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { COMMAND, SITE } from 'test-fixtures/folders.ts'

export type DevServer = {
  url: string
  /** Everything that it has written to stderr so far: errors and warnings. */
  told: () => string
  stop: () => Promise<void>
}

/** Starts the development server on a content folder, as an owner does. */
export async function startDevServer(content: string): Promise<DevServer> {
  const server = spawn(process.execPath, [COMMAND, 'dev', '--content', content], {
    cwd: SITE,
    env: { ...process.env, PORT: '0', DATA_DIR: join(content, 'data') },
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
      const [address] = /http:\S+(?= \(reloads)/.exec(line) ?? []
      if (address) resolve(address)
    })
    program.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}
