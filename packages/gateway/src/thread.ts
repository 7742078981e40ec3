import { extname, join } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'

/** `.ts` in the repository, `.js` in the package. */
const EXTENSION = extname(import.meta.filename)

/** Without limits, a thread keeps tens of megabytes of garbage if the machine has the memory. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 }

/** A call without a request aborts the call with this id. */
type Call<Request> = { id: number; request?: Request }
type Answer<Response> = { id: number; response: Response }

/**
 * A module of this package on a worker thread; `name` is its path from this folder. The thread starts
 * with a call, again after it has failed, and keeps the process alive only during calls.
 */
export function createThread<Request, Response>(name: string, data?: unknown) {
  const program = join(import.meta.dirname, `${name}${EXTENSION}`)
  const calls = new Map<number, PromiseWithResolvers<Response>>()
  let lastId = 0
  let worker: Worker | undefined

  const start = () => {
    const started = new Worker(program, {
      workerData: data,
      // A thread may not accept arguments of this process, such as those of `node -e`.
      execArgv: [],
      resourceLimits: LIMITS,
      // Closing any descriptor of a database releases SQLite's locks on its file.
      trackUnmanagedFds: false,
    })
    const fail = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of calls.values()) reject(error)
    }
    started.once('error', fail)
    started.once('exit', () => fail(new Error(`The worker thread ${program} exited.`)))
    started.on('message', ({ id, response }: Answer<Response>) => calls.get(id)?.resolve(response))
    return started
  }

  const call = async (request: Request, signal?: AbortSignal): Promise<Response> => {
    signal?.throwIfAborted()
    worker ??= start()
    const id = ++lastId
    const answer = Promise.withResolvers<Response>()
    const abort = () => worker?.postMessage({ id } satisfies Call<Request>)
    calls.set(id, answer)
    signal?.addEventListener('abort', abort)
    worker.ref()
    worker.postMessage({ id, request } satisfies Call<Request>)
    try {
      return await answer.promise
    } finally {
      signal?.removeEventListener('abort', abort)
      calls.delete(id)
      if (calls.size === 0) worker?.unref()
    }
  }

  return {
    call,
    isStarted: () => worker !== undefined,
    stop: async () => {
      await worker?.terminate()
    },
  }
}

/** Answers the calls of `createThread` on its thread. An error ends the thread and all its calls. */
export function answerCalls<Request>(
  answer: (request: Request, signal: AbortSignal) => unknown,
): void {
  const running = new Map<number, AbortController>()
  parentPort?.on('message', async ({ id, request }: Call<Request>) => {
    if (request === undefined) return running.get(id)?.abort()
    const abort = new AbortController()
    running.set(id, abort)
    const response = await answer(request, abort.signal)
    running.delete(id)
    parentPort?.postMessage({ id, response })
  })
}
