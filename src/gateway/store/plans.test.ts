import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { write } from '../../../tests/fixtures/messages.ts'
import { freshPlace } from '../../../tests/fixtures/stores.ts'
import { countByState, countSent, countWaiting } from './counts.ts'
import { countAutomatic, countMessages, listMessages } from './messages.ts'
import { claim, nextDue, settle } from './outbox.ts'
import { purgeWords } from './retention.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 6, 1)
const PAGE = { limit: 20, offset: 0 }
const BUSY = { routes: [{ account: 'other', service: 'own' }], ids: ['one', 'two'] }

type Work = (store: Store) => Promise<unknown>

const LOOKS: Record<string, Work> = {
  'the next message': (store) => claim(store, NOW - 1),
  'the next message past routes that are full': (store) => claim(store, NOW - 1, BUSY),
  'when the next one is due': (store) => nextDue(store),
  'when the next one past full routes is due': (store) => nextDue(store, BUSY),
  'a page of all': ({ db }) => listMessages(db, {}, PAGE),
  'a page of one state': ({ db }) => listMessages(db, { state: 'failed' }, PAGE),
  'how many were sent lately': ({ db }) => countSent(db, NOW),
  'how many wait': ({ db }) => countWaiting(db),
  'whose time is over': ({ db }) => purgeWords(db, NOW),
}

async function open() {
  const { open: openAnew, dataFolder } = await freshPlace('sqlite')
  const store = await openAnew()
  const connection = new DatabaseSync(`${dataFolder}/messages.db`, { readOnly: true })
  /** How SQLite goes about every statement of a work, a line a step. */
  const planOf = async (work: Work): Promise<string[]> => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    await work(store)
    const statements = prepare.mock.calls.map(([text]) => text)
    prepare.mockRestore()
    return statements
      .filter((text) => text.includes('messages'))
      .flatMap((text) => connection.prepare(`explain query plan ${text}`).all())
      .map(({ detail }) => String(detail))
  }
  return { store, planOf }
}

test.each(Object.entries(LOOKS))('%s is found without reading every message', async (_, work) => {
  const { planOf } = await open()
  const plan = await planOf(work)
  const isOfMessages = expect.stringMatching(/\bmessages\b/)
  expect(plan).toContainEqual(isOfMessages)
  expect(plan).not.toContainEqual(expect.stringMatching(/^SCAN (messages|counts)(?! USING INDEX)/))
})

const COUNTS: Record<string, Work> = {
  'how many there are': ({ db }) => countMessages(db, {}),
  'how many are automatic': ({ db }) => countAutomatic(db, {}),
  'how many have failed': ({ db }) => countMessages(db, { state: 'failed' }),
  'how many mails there are': ({ db }) => countByState(db),
}

test.each(Object.entries(COUNTS))('%s is known without looking at messages', async (_, work) => {
  const { planOf } = await open()
  const plan = await planOf(work)
  expect(plan).toContain('SEARCH counts USING PRIMARY KEY (purpose=? AND hour=?)')
  expect(plan).not.toContainEqual(expect.stringMatching(/\bmessages\b/))
})

test('what was sent lately is read from counts, and from the messages of one hour', async () => {
  const { planOf } = await open()
  const plan = await planOf(({ db }) => countSent(db, NOW))
  expect(new Set(plan)).toEqual(
    new Set([
      'SEARCH messages USING COVERING INDEX messages_settled (purpose=? AND state=? AND settled_at>?)',
      'SEARCH messages USING COVERING INDEX messages_settled (purpose=? AND state=? AND settled_at>? AND settled_at<?)',
      'SEARCH counts USING PRIMARY KEY (purpose=? AND hour>?)',
    ]),
  )
})

test.each(['a page of all', 'a page of one state', 'when the next one is due'])(
  '%s comes in the order of an index, without sorting',
  async (name) => {
    const { planOf } = await open()
    const work = LOOKS[name]
    if (!work) throw new Error(`There is no look "${name}".`)
    expect(await planOf(work)).not.toContainEqual(
      expect.stringMatching(/^USE TEMP B-TREE FOR (ORDER|GROUP) BY$/),
    )
  },
)

test('the next message is the first of an index that holds the queue alone', async () => {
  const { planOf } = await open()
  const plan = await planOf((store) => claim(store, NOW - 1))
  expect(plan).toContain('SEARCH messages USING INDEX messages_in_line (state=? AND due_at<?)')
})

test('behind a route that is full nothing is read but where the next route begins', async () => {
  const { planOf } = await open()
  const plan = await planOf((store) => claim(store, NOW - 1, BUSY))
  expect(plan).toContain(
    'SEARCH messages USING COVERING INDEX messages_in_line_by_route (state=? AND <expr>>?)',
  )
  expect(plan).toContain(
    'SEARCH messages USING INDEX messages_in_line_by_route (state=? AND <expr>=? AND due_at<?)',
  )
})

test('a statement is prepared once, however often it is used', async () => {
  const { store } = await open()
  const deliver = async () => {
    await write(store, { receivedAt: NOW })
    const message = await claim(store, NOW)
    if (!message) throw new Error('not claimed')
    await settle(store, message, NOW, { outcome: 'sent', reply: '250' })
  }
  await deliver()
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  await deliver()
  expect(prepare).not.toHaveBeenCalled()
  prepare.mockRestore()
})
