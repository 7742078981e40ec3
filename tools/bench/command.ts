import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Program = {
  url: string
  pid: number | undefined
  ms: number
  stop: () => Promise<void>
}

type Call = { args: string[]; environment?: Record<string, string> }

const SETTINGS = { HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0' }

/** Seconds that a command of a project takes, from its start to its end. */
export async function secondsOf(args: string[]): Promise<number> {
  const begin = performance.now()
  const child = start({ args })
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (told += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${told}`)
  return (performance.now() - begin) / 1000
}

/** A program that serves, and how long it took until it told its address. */
export async function serve(call: Call): Promise<Program> {
  const begin = performance.now()
  const child = start(call)
  let told = ''
  child.stderr?.on('data', (text) => (told += text))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      const [, found] = /\bat (http:\/\/[\w.:]+)/.exec(line) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`${call.args[0]} ended with ${code}:\n${told}`)))
  })
  const ms = performance.now() - begin
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { url, pid: child.pid, ms, stop }
}

/** A command as npm would call it. */
export function commandOf(folder: string, ...args: string[]): string[] {
  return [join(folder, 'src/cli/run.mjs'), ...args]
}

function start({ args, environment }: Call): ChildProcess {
  const { PATH, HOME } = process.env
  return spawn(process.execPath, args, {
    env: { PATH, HOME, ...SETTINGS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
