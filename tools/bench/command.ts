import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Command = {
  /** The arguments of Node, from the script on. */
  args: string[]
  cwd?: string
  environment?: Record<string, string>
}

/** Runs a command and returns its seconds from start to exit. */
export async function timeCommand(command: Command): Promise<number> {
  const begin = performance.now()
  const child = start(command)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command.args.join(' ')} ended with ${code}:\n${output}`)
  return (performance.now() - begin) / 1000
}

export type ServerProcess = {
  url: string
  pid: number | undefined
  /** From the start of the process until it printed its URL. */
  seconds: number
  stop: () => Promise<void>
}

/** Starts a server and waits until it prints "at" and its URL. */
export async function startServer(command: Command): Promise<ServerProcess> {
  const begin = performance.now()
  const child = start(command)
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      output += `${line}\n`
      const [, found] = /\bat (http:\/\/[\w.:]+)/.exec(line) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) =>
      reject(new Error(`${command.args.join(' ')} ended with ${code}:\n${output}`)),
    )
  })
  const seconds = (performance.now() - begin) / 1000
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { url, pid: child.pid, seconds, stop }
}

/** Starts Node without the variables of the caller, which may configure a gateway. */
function start({ args, cwd, environment }: Command): ChildProcess {
  const { PATH, HOME } = process.env
  return spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
