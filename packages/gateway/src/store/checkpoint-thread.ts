import { fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { answerCalls } from '../thread.ts'
import type { Checkpoint, CheckpointResult } from './sqlite.ts'

// Checkpoints run on a worker thread, because each waits for the disk several times.

const file: string = workerData
/** A checkpoint that waits for a reader blocks every writer. Callers retry instead. */
const BUSY_TIMEOUT_MS = 50
/** 16 MB. A longer log is restarted from its beginning, which blocks writers. */
const MAX_LOG_FRAMES = 4000
/** How many frames may be moved while writers wait: a few milliseconds. */
const MAX_BLOCKING_FRAMES = 500
const MAX_PASSES = 5

const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
/** Open until the process exits: closing it would release SQLite's locks on the file. */
const syncFd = openSync(file, 'r')

answerCalls((request: Checkpoint | 'close') => {
  if (request === 'close') return connection.close()
  return request === 'passive' ? restartLongLog() : run(request)
})

/**
 * Restarts a long write-ahead log from its beginning. Writers wait only for the last pass, which
 * moves the frames added meanwhile. If a reader uses the log, as a backup does, no writer waits for
 * that reader.
 */
function restartLongLog(): CheckpointResult {
  let result = run('passive')
  let moved = 0
  for (let pass = 1; isLong(result); pass++) {
    if (result.frames - moved < MAX_BLOCKING_FRAMES || pass === MAX_PASSES) return run('restart')
    moved = result.frames
    // SQLite syncs the database only in the pass that reaches the end of the log.
    fdatasyncSync(syncFd)
    result = run('passive')
  }
  return result
}

function isLong(result: CheckpointResult): result is CheckpointResult & { ok: true } {
  return result.ok && !result.isBusy && result.frames > MAX_LOG_FRAMES
}

function run(mode: Checkpoint): CheckpointResult {
  try {
    const pragma = connection.prepare(`pragma wal_checkpoint(${mode})`)
    const { busy, log, checkpointed } = pragma.get() ?? {}
    const isBusy = busy !== 0 || Number(checkpointed) < Number(log)
    return { ok: true, isBusy, frames: Number(log) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode: number }
    return { ok: false, message, errcode }
  }
}
