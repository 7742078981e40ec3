import type { InTransaction } from '../src/gateway/store/database.ts'
import type { Store } from '../src/gateway/store/store.ts'

/** Ends every chain of calls with what was asked for, without a database. */
function answering(row: object | undefined): unknown {
  const ends: Record<string, unknown> = {
    compile: () => ({ parameters: [], rows: row ? [row] : [] }),
    execute: async () => [],
    executeTakeFirst: async () => row,
    executeTakeFirstOrThrow: async () => ({ count: 1, value: 'salt' }),
  }
  const chain: unknown = new Proxy(ends, {
    get: (known, name) => known[String(name)] ?? (() => chain),
  })
  return chain
}

const written = answering({ key: '', count: 1 })
const unknown = answering(undefined)

const db = {
  insertInto: () => written,
  selectFrom: () => unknown,
  getExecutor: () => ({ adapter: written }),
  executeQuery: async (compiled: unknown) => compiled,
} as unknown as InTransaction

/** What takes the place of a store: takes everything, keeps nothing, counts every hit as the first. */
export const nowhere: Pick<Store, 'db' | 'write'> = { db, write: (work) => work(db) }
