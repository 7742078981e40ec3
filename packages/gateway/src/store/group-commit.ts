import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, InTransaction } from './database.ts'

/**
 * `synced`: a change survives a power cut once `write` resolves. `unsynced`: only a crash of this
 * process.
 */
type Durability = 'synced' | 'unsynced'

type TransactionBody<R> = (tx: InTransaction) => Promise<R>

/** Runs `work` in a transaction that may be retried, and resolves after the commit. */
export type Write = <R>(work: TransactionBody<R>, durability?: Durability) => Promise<R>

export type GroupCommit = {
  write: Write
  /** Resolves when everything committed so far is on the disk. */
  flush: () => Promise<void>
}

type Disk = {
  /** Syncs committed data to the disk on another thread. */
  sync: () => Promise<void>
  /** Repairs the disk after a failed sync: lost pages are not written again automatically. */
  recover: () => Promise<void>
  /** Called after every commit. */
  onCommit?: (() => void) | undefined
}

type QueuedChange = {
  durability: Durability
  /** Runs the work and returns its pending answer. */
  begin: (tx: InTransaction) => Promise<Answer>
  reject: (error: unknown) => void
}

type Answer = { answer: () => void; reject: (error: unknown) => void; durability: Durability }

/** Limits how long a batch blocks this thread, which also answers visitors. */
const MAX_BATCH = 100
const SQLITE_BUSY = 5

/**
 * Group commit: concurrent changes share a transaction, and transactions that commit during a sync
 * share the next sync. The commit itself does not wait for the disk (`synchronous = normal`).
 * Another thread syncs after it, and no caller is answered before that sync ends.
 */
export function createGroupCommit(db: Database, { sync, recover, onCommit }: Disk): GroupCommit {
  const queue: QueuedChange[] = []
  let isCommitting = false
  let committed: Answer[] = []
  let isSyncing = false
  let isBroken = false
  let recovering: Promise<void> | undefined

  const commitAll = async () => {
    isCommitting = true
    while (queue.length > 0) {
      // Changes that arrive in this turn of the event loop join the batch.
      await nextTurn()
      const batch = queue.splice(0, MAX_BATCH)
      for (const done of await commitOrReject(batch)) {
        if (done.durability === 'synced') committed.push(done)
        else done.answer()
      }
      if (committed.length > 0 && !isSyncing) syncAll()
      onCommit?.()
    }
    isCommitting = false
  }

  const commitOrReject = async (batch: QueuedChange[]): Promise<Answer[]> => {
    try {
      await recoverOnce()
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return []
    }
    return commitTogether(db, batch)
  }

  const recoverOnce = async () => {
    if (!isBroken) return
    recovering ??= recover().finally(() => {
      recovering = undefined
    })
    await recovering
    isBroken = false
  }

  const syncAll = async () => {
    isSyncing = true
    while (committed.length > 0) {
      const synced = committed
      committed = []
      try {
        await recoverOnce()
        await sync()
        for (const { answer } of synced) answer()
      } catch (error) {
        isBroken = true
        // Later commits follow the missing pages in the log, so they fail too.
        for (const { reject } of [...synced, ...committed.splice(0)]) reject(error)
      }
    }
    isSyncing = false
  }

  return {
    write: (work, durability = 'synced') =>
      new Promise((resolve, reject) => {
        const begin = async (tx: InTransaction) => {
          const result = await work(tx)
          return { answer: () => resolve(result), reject, durability }
        }
        queue.push({ durability, begin, reject })
        if (!isCommitting) commitAll()
      }),
    flush: () =>
      new Promise((resolve, reject) => {
        committed.push({ answer: () => resolve(), reject, durability: 'synced' })
        if (!isSyncing) syncAll()
      }),
  }
}

/** Commits the batch in one transaction and returns the answers of the committed changes. */
async function commitTogether(db: Database, batch: QueuedChange[]): Promise<Answer[]> {
  const answers: Answer[] = []
  try {
    await runTransaction(db, async (tx) => {
      for (const change of batch)
        answers.push(await (batch.length > 1 ? runInSavepoint(tx, change) : change.begin(tx)))
    })
    return answers
  } catch (error) {
    // The whole batch waited for the lock. Each retry would wait again.
    if (batch.length === 1 || isBusy(error)) {
      for (const { reject } of batch) reject(error)
      return []
    }
    // One failing change must not fail the others, so each is retried alone.
    const retried: Answer[] = []
    for (const change of batch) retried.push(...(await commitTogether(db, [change])))
    return retried
  }
}

/** Runs a change in a savepoint: if it throws, only its own statements are rolled back. */
async function runInSavepoint(tx: InTransaction, { begin, reject }: QueuedChange): Promise<Answer> {
  await sql`savepoint one`.execute(tx)
  try {
    const done = await begin(tx)
    await sql`release one`.execute(tx)
    return done
  } catch (error) {
    // After an SQLite error the whole transaction may already be rolled back.
    if (codeOf(error) !== undefined) throw error
    await sql`rollback to one`.execute(tx)
    await sql`release one`.execute(tx)
    return { answer: () => reject(error), reject, durability: 'unsynced' }
  }
}

/** Uses one connection, so that no other commit runs while `synchronous` is `normal`. */
function runTransaction(db: Database, work: TransactionBody<void>): Promise<void> {
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}

/** Whether SQLite failed because another program locks the database. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === SQLITE_BUSY
}

/** SQLite's result code; undefined if the error is not SQLite's. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined
}
