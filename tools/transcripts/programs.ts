import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'

/**
 * Reads the ids of process groups, a line each. At the end of its input, which is also the end of the process
 * that writes it, it kills the groups and removes a folder. Killed programs may still write while it does.
 */
const KEEPER = `
while read -r group; do groups="$groups -$group"; done
kill -s KILL -- $groups
rm -rf "$0" || { sleep 1; rm -rf "$0"; }`

/** Programs that end with this process, however it ends, and the folder of their files. */
export class Programs {
  readonly #keeper: ChildProcessByStdio<Writable, null, null>
  readonly #started: ChildProcess[] = []

  /** @param folder is removed when the programs end. */
  constructor(folder: string) {
    // Detached, so that what ends the group of this process does not end it.
    this.#keeper = spawn('sh', ['-c', KEEPER, folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
  }

  /** Starts a program that leads a process group. What it starts ends with it. */
  start(command: string, args: string[], env: NodeJS.ProcessEnv) {
    this.#keep(spawn(command, args, { env, stdio: 'ignore', detached: true }))
  }

  /** Starts a program and returns its first line of output. */
  async startAndRead(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
    const program = spawn(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    this.#keep(program)
    const [line] = await once(createInterface({ input: program.stdout }), 'line')
    return line
  }

  /** Ends all programs. */
  async stop() {
    const running = [...this.#started, this.#keeper].filter(isRunning)
    const ended = running.map((program) => once(program, 'exit'))
    this.#keeper.stdin.end()
    await Promise.all(ended)
  }

  #keep(program: ChildProcess) {
    if (program.pid) this.#keeper.stdin.write(`${program.pid}\n`)
    this.#started.push(program)
  }
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}
