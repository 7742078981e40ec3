import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** `.ts` in the repository, `.js` in the package. */
const EXTENSION = extname(import.meta.filename)

/** Without limits, a thread keeps tens of megabytes of garbage if the machine has the memory. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 }

/**
 * Starts a worker thread with a module of this package; `name` is its path from this folder. The
 * thread does not keep the process alive. `onEnd` is called once, when the thread has ended.
 */
export function startThread(name: string, data: unknown, onEnd: (error: Error) => void): Worker {
  const program = join(import.meta.dirname, `${name}${EXTENSION}`)
  // A thread may not accept arguments of this process, such as those of `node -e`.
  const thread = new Worker(program, {
    workerData: data,
    execArgv: [],
    resourceLimits: LIMITS,
  })
  const ended = Promise.withResolvers<Error>()
  thread.once('error', ended.resolve)
  thread.once('exit', () => ended.resolve(new Error(`The worker thread ${program} exited.`)))
  ended.promise.then(onEnd)
  thread.unref()
  return thread
}
