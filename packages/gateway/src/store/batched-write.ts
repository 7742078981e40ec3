import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Database, InTransaction, Write } from './database.ts'
import { isBusy } from './sqlite-errors.ts'

type Change = { run: (tx: InTransaction) => Promise<() => void>; reject: (error: unknown) => void }

/**
 * Changes that arrive in one turn of the event loop share a transaction, and thereby one sync of the disk. A
 * commit blocks this thread, so as much time passes before the next one: on a slow disk requests are still
 * read, and many share a commit.
 */
export function createBatchedWrite(db: Database): Write {
  let pending: Change[] = []
  let isCommitting = false
  let nextCommitAt = 0

  const commitAll = async () => {
    isCommitting = true
    while (pending.length > 0) {
      await nextTurn()
      const waitMs = nextCommitAt - performance.now()
      if (waitMs >= 1) await sleep(waitMs)
      const batch = pending
      pending = []
      const startedAt = performance.now()
      await commit(db, batch)
      const endedAt = performance.now()
      nextCommitAt = endedAt + (endedAt - startedAt)
    }
    isCommitting = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = async (tx: InTransaction) => {
        const result = await work(tx)
        return () => resolve(result)
      }
      pending.push({ run, reject })
      if (!isCommitting) commitAll()
    })
}

async function commit(db: Database, batch: Change[]): Promise<void> {
  try {
    const answers = await db.transaction().execute(async (tx) => {
      const all: (() => void)[] = []
      for (const { run } of batch) all.push(await run(tx))
      return all
    })
    for (const answer of answers) answer()
  } catch (error) {
    // The whole batch has waited for the lock, and each retry would wait again.
    if (batch.length === 1 || isBusy(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    // A change that fails must not fail the others, so each is committed alone.
    for (const change of batch) await commit(db, [change])
  }
}
