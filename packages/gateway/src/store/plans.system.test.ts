import { DatabaseSync } from 'node:sqlite'
import { beginAt } from 'test-fixtures/messages.ts'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, test, vi } from 'vitest'
import {
  countByState,
  countFailed,
  countMessages,
  listMessages,
  repliedTo,
  waitingSince,
} from './messages.ts'
import { arrivedToNotify, waitingToMail, waitingToNotify, waitingUntil } from './notices.ts'
import { beginAttempt } from './outbox.ts'
import { purgeContent } from './retention.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 6, 1)
const BUSY = { except: ['one', 'two'], now: NOW - 1, attemptMs: 1000 }

type Query = (store: Store) => Promise<unknown>

const QUERIES: Record<string, Query> = {
  'the next message': (store) => beginAt(store, NOW - 1),
  'the next message past those in flight': (store) => beginAttempt(store, BUSY),
  'a page of all messages': ({ db }) => listMessages(db, {}, 20),
  'a page of one state': ({ db }) => listMessages(db, { state: 'failed' }, 20),
  'the failed messages': ({ db }) => countFailed(db),
  'what waits and is to be mailed': ({ db }) => waitingToMail(db, NOW),
  'what waits and is listed': ({ db }) => waitingUntil(db, NOW, NOW, 20),
  'who got a reply': ({ db }) => repliedTo(db, NOW),
  'the longest wait': ({ db }) => waitingSince(db),
  'what came and is to be notified': ({ db }) => arrivedToNotify(db, NOW),
  'what waits and is to be notified': ({ db }) => waitingToNotify(db, NOW),
  'the messages past their retention': (store) => purgeContent(store, NOW),
}

async function open() {
  const { open: openStore, dataFolder } = await freshPlace('sqlite')
  const store = await openStore()
  const connection = new DatabaseSync(`${dataFolder}/messages.db`, { readOnly: true })
  /** SQLite's query plan for every statement of a function, one line per step. */
  const queryPlan = async (query: Query): Promise<string[]> => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    await query(store)
    const statements = prepare.mock.calls.map(([text]) => text)
    prepare.mockRestore()
    return statements
      .filter((text) => text.includes('messages'))
      .flatMap((text) => connection.prepare(`explain query plan ${text}`).all())
      .map(({ detail }) => String(detail))
  }
  return { store, queryPlan }
}

/** Those whose rows come in the order of an index. */
const IN_ORDER = ['the next message', 'a page of all messages', 'a page of one state']

test.each(Object.entries(QUERIES))('%s needs no scan of all messages', async (name, query) => {
  const { queryPlan } = await open()
  const plan = await queryPlan(query)
  expect(plan).toContainEqual(expect.stringMatching(/\bmessages\b/))
  expect(plan).not.toContainEqual(expect.stringMatching(/^SCAN messages(?! USING INDEX)/))
  if (!IN_ORDER.includes(name)) return
  expect(plan).not.toContainEqual(expect.stringMatching(/^USE TEMP B-TREE FOR (ORDER|GROUP) BY$/))
})

test('the next message is the first row of the partial index of the queue', async () => {
  const { queryPlan } = await open()
  const plan = await queryPlan((store) => beginAt(store, NOW - 1))
  expect(plan).toContain('SEARCH messages USING INDEX messages_due_idx (state=?)')
})

const COUNTS: Record<string, Query> = {
  'the number of messages': ({ db }) => countMessages(db, {}),
  'the number of failed messages': ({ db }) => countMessages(db, { state: 'failed' }),
  'the number of messages by state': ({ db }) => countByState(db),
}

test.each(Object.entries(COUNTS))('%s is read from a covering index', async (_, query) => {
  const { queryPlan } = await open()
  const plan = await queryPlan(query)
  expect(plan[0]).toMatch(/^(SEARCH|SCAN) messages USING COVERING INDEX messages_/)
  expect(plan.filter((step) => /\bmessages\b/.test(step))).toHaveLength(1)
})
