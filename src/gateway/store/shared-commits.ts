import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, InTransaction } from './database.ts'
import { isBusy } from './sqlite-dialect.ts'

/** Whether a change must outlast the death of the machine, or only that of this program. */
export type Weight = 'lasting' | 'passing'

type Work<R> = (tx: InTransaction) => Promise<R>

/** Does its work in a transaction that may begin anew, and answers when that is committed. */
export type Write = <R>(work: Work<R>, weight?: Weight) => Promise<R>

type Waiting = {
  weight: Weight
  /** Does the work, and gives what answers it once all is committed. */
  begin: (tx: InTransaction) => Promise<() => void>
  reject: (error: unknown) => void
}

/** So many that syncing costs each next to nothing, so few that nobody waits long for the others. */
const MOST_TOGETHER = 100
/** A message is counted twice before it is stored: those on their way to that may catch up. */
const ROUNDS_BEFORE_SYNC = 3

/** Lets changes that come at the same moment share one commit, as syncing takes as long for all as for one. */
export function shareCommits(db: Database): Write {
  let waiting: Waiting[] = []
  let isWorking = false
  const workOff = async () => {
    isWorking = true
    for (let round = 1; waiting.length > 0; round++) {
      // By then everyone who has spoken meanwhile has been heard.
      await nextTurn()
      const passing = waiting.filter(({ weight }) => weight === 'passing')
      const isQuick = passing.length > 0 && round <= ROUNDS_BEFORE_SYNC
      const chosen = (isQuick ? passing : waiting).slice(0, MOST_TOGETHER)
      waiting = waiting.filter((one) => !chosen.includes(one))
      await commitTogether(db, chosen)
      if (!isQuick) round = 0
    }
    isWorking = false
  }
  return (work, weight = 'lasting') =>
    new Promise((resolve, reject) => {
      const begin = async (tx: InTransaction) => {
        const result = await work(tx)
        return () => resolve(result)
      }
      waiting.push({ weight, begin, reject })
      if (!isWorking) workOff()
    })
}

async function commitTogether(db: Database, all: Waiting[]): Promise<void> {
  const answers: (() => void)[] = []
  try {
    await transact(
      db,
      all.some(({ weight }) => weight === 'lasting'),
      async (tx) => {
        for (const { begin } of all) answers.push(await begin(tx))
      },
    )
  } catch (error) {
    // All have waited for it together, and would wait again.
    if (all.length === 1 || isBusy(error)) return refuse(all, error)
    // Whatever was wrong with one of them is no fault of the others.
    for (const one of all) await commitTogether(db, [one])
    return
  }
  for (const answer of answers) answer()
}

function refuse(all: Waiting[], error: unknown) {
  for (const { reject } of all) reject(error)
}

/** On one connection, so that nobody else commits while syncing is off. */
function transact(db: Database, isSynced: boolean, work: Work<void>): Promise<void> {
  return db.connection().execute(async (connection) => {
    if (isSynced) return connection.transaction().execute(work)
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}
