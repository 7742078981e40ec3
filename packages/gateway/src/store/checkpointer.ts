import { once } from 'node:events'
import { openSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../start-thread.ts'

/** SQLite's checkpoint modes: do not wait, wait until the log can restart, truncate its file. */
export type Checkpoint = 'passive' | 'restart' | 'truncate'

export type Result =
  | { ok: true; isBusy: boolean; frames: number }
  /** Fields instead of an `Error`: sent between threads, it loses `errcode`. */
  | { ok: false; message: string; errcode: number }

const PROGRAM = 'store/checkpoint-thread'
/** Commits between two checkpoints. Each commit writes about ten pages. */
const COMMITS_PER_CHECKPOINT = 100

/** The database file, and a file descriptor of it for `fdatasync`. */
export type CheckpointData = { file: string; syncFd: number }

/** Checkpoints the write-ahead log on a worker thread. */
export function startCheckpointer(file: string) {
  let syncFd: number | undefined
  let thread: Worker | undefined
  let pending: PromiseWithResolvers<Result> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isRunning = false
  let commits = 0

  const start = () => {
    // Open until the process exits: closing it would release SQLite's locks on the file.
    syncFd ??= openSync(file, 'r')
    const data: CheckpointData = { file, syncFd }
    const worker = startThread(PROGRAM, data, (error) => {
      thread = undefined
      pending?.reject(error)
    })
    worker.on('message', (result: Result) => pending?.resolve(result))
    return worker
  }

  const checkpoint = (mode: Checkpoint): Promise<Result> => {
    const result = last.then(() => {
      thread ??= start()
      pending = Promise.withResolvers()
      // The thread keeps the process alive only while a checkpoint runs.
      thread.ref()
      thread.postMessage(mode)
      return pending.promise.finally(() => thread?.unref())
    })
    last = result.catch(() => {})
    return result
  }

  return {
    checkpoint,
    /** Starts a checkpoint after every 100 commits. A failure recurs with the next checkpoint. */
    onCommit: () => {
      if (++commits < COMMITS_PER_CHECKPOINT || isRunning) return
      commits = 0
      isRunning = true
      checkpoint('passive')
        .catch(() => {})
        .finally(() => {
          isRunning = false
        })
    },
    close: async () => {
      await last
      if (!thread) return
      const exited = once(thread, 'exit')
      thread.ref()
      thread.postMessage('close')
      await exited
    },
  }
}

export type Checkpointer = ReturnType<typeof startCheckpointer>
