import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshPlace, freshStore } from '../../../tests/fixtures/stores.ts'
import type { InTransaction } from './database.ts'
import { markDeleted, scrub } from './deleted.ts'
import { proveWritable } from './once.ts'
import { sqliteFile } from './sqlite.ts'
import type { Store } from './store.ts'

/** Shorter than anyone's patience, and long enough to be found held. */
const SHORT_MS = 300

async function openHeld() {
  const place = await freshPlace('sqlite')
  const store = await place.open()
  const other = new DatabaseSync(sqliteFile(place.dataFolder))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return { store, letGo: () => other.exec('rollback') }
}

const keep = (tx: InTransaction) => proveWritable(tx, 1)
const changes: [what: string, change: (store: Store) => Promise<unknown>][] = [
  ['a shared commit', ({ write }) => write(keep)],
  ['a passing one', ({ write }) => write(keep, 'passing')],
  [
    'a transaction of its own',
    ({ db }) => db.transaction().execute((tx) => markDeleted(tx, 'salts')),
  ],
  ['a single change', ({ db }) => proveWritable(db, 1)],
  ['the cleaning of the files', (store) => scrub(store, 'words')],
]

test.each(changes)(
  '%s waits for who holds the database, and the program goes on',
  async (_, change) => {
    const { store, letGo } = await openHeld()
    // Would never come, if this thread stood still.
    setTimeout(letGo, SHORT_MS)
    await expect(change(store)).resolves.not.toThrow()
  },
)

test('what is read waits for nobody', async () => {
  const { store, letGo } = await openHeld()
  expect(await store.db.selectFrom('messages').selectAll().execute()).toEqual([])
  letGo()
})

test('all wait together for who holds the database for too long, and no longer than for others', async () => {
  const { store, letGo } = await openHeld()
  const refusal = 'database is locked'
  await expect(store.write(keep)).rejects.toThrow(refusal)
  // One after the other, each with a patience of its own, these would take longer than a test may.
  for (let n = 0; n < 20; n++) await expect(store.write(keep)).rejects.toThrow(refusal)
  letGo()
  await store.write(keep)
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db)
  expect(rows[0]?.synchronous).toBe(2)
})

test('who has got through is patient again', async () => {
  const { store, letGo } = await openHeld()
  await expect(store.write(keep)).rejects.toThrow('database is locked')
  letGo()
  await store.write(keep)
  const other = new DatabaseSync(store.place)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  setTimeout(() => other.exec('rollback'), SHORT_MS)
  await store.write(keep)
})

test('the program goes on while its whole database is written anew', async () => {
  const store = await freshStore('sqlite')
  await sql`create table filler as select randomblob(20000000) as content`.execute(store.db)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  turn()
  await scrub(store, 'words')
  isOver = true
  // Written by this thread it would leave a dozen.
  expect(turns).toBeGreaterThan(200)
})

test('a database that cannot be written anew, as another program holds it, is told', async () => {
  const { store, letGo } = await openHeld()
  await expect(scrub(store, 'words')).rejects.toThrow('database is locked')
  letGo()
})
