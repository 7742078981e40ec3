import { onlySettings, startProgram } from 'test-fixtures/run-command.ts'

export type Command = {
  /** The arguments of Node, from the script on. */
  args: string[]
  cwd?: string
  environment?: Record<string, string>
}

/** Runs a command and returns its seconds from start to exit. */
export async function timeCommand(command: Command): Promise<number> {
  const begin = performance.now()
  const { exitCode, out, error } = await start(command).ended
  if (exitCode !== 0)
    throw new Error(`${command.args.join(' ')} ended with ${exitCode}:\n${out}${error}`)
  return (performance.now() - begin) / 1000
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/** Starts a server and waits until it prints "at" and its URL. */
export async function startServer(command: Command) {
  const begin = performance.now()
  const { child, ended, until } = start(command)
  const url = await until(/\bat (http:\/\/[\w.:]+)/)
  return {
    url,
    pid: child.pid,
    /** From the start of the process until it printed its URL. */
    seconds: (performance.now() - begin) / 1000,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** Starts Node without the variables of the caller, which may configure a gateway. */
function start({ args, cwd, environment }: Command) {
  const local = { HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0' }
  const env = onlySettings({ ...local, ...environment })
  return startProgram([process.execPath, ...args], { cwd, env })
}
