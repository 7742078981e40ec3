import type { Database, MessageState } from './database.ts'

export type StateCount = {
  state: MessageState
  count: number
  /** Since when the one that has waited longest is tried. */
  oldest: number
  /** When the last one was settled. */
  latest: number | null
  lastDay: number
  lastWeek: number
}

const DAY_MS = 86_400_000
const SETTLED: MessageState[] = ['sent', 'failed']

/** How many visitors' messages there are in each state, and of those settled, how many lately. */
export async function countByState(db: Database, now: number): Promise<StateCount[]> {
  const messages = db.selectFrom('messages').where('purpose', '=', 'message')
  const states = await messages
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      fn.min<number>('queued_at').as('oldest'),
    ])
    .groupBy('state')
    .execute()
  // Apart, so that each is answered by an index alone.
  const lately = await messages
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('lastWeek'),
      fn
        .countAll<number>()
        .filterWhere('settled_at', '>', now - DAY_MS)
        .as('lastDay'),
    ])
    .where('state', 'in', SETTLED)
    .where('settled_at', '>', now - 7 * DAY_MS)
    .groupBy('state')
    .execute()
  return Promise.all(
    states.map(async (row) => {
      const { lastDay = 0, lastWeek = 0 } = lately.find(({ state }) => state === row.state) ?? {}
      const last = await messages
        .select('settled_at')
        .where('state', '=', row.state)
        .where('settled_at', 'is not', null)
        .orderBy('settled_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return { ...row, latest: last?.settled_at ?? null, lastDay, lastWeek }
    }),
  )
}
