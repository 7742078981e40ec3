import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshPlace, freshStore, STORES } from '../../../tests/fixtures/stores.ts'
import type { Submission } from '../intake/read-submission.ts'
import { identityOf, storeMessage } from '../intake/store-message.ts'
import { countHit } from './hits.ts'
import { isSpent, spendOnce } from './once.ts'
import { newMessageId } from './outbox.ts'
import { forgetSender, purgeWords } from './retention.ts'
import { sharedSecret } from './secrets.ts'
import { openStore, type Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const submission = (change: Partial<Submission> = {}): Submission => ({
  account: 'portfolio',
  service: 'default_service',
  template: 'contact',
  version: '4.3.3',
  privateKey: '',
  captcha: 'token',
  score: '',
  submissionId: 'b9a7c1f2-0000',
  seconds: '20',
  trap: '',
  variables: { user_name: 'Ada', user_email: 'Ada@example.org', message: 'Hello' },
  ...change,
})

function put(store: Store, change: Partial<Submission> = {}, captchaKey?: string, now = NOW) {
  const sent = submission(change)
  return storeMessage(store, {
    identity: identityOf(sent, now),
    captcha: captchaKey ? { key: captchaKey, expiresAt: now + MINUTE_MS } : undefined,
    message: {
      id: newMessageId(now),
      purpose: 'message',
      account: sent.account,
      service: sent.service,
      template: sent.template,
      sender: (sent.variables.user_email ?? '').toLowerCase(),
      reason: null,
      mayReply: false,
      mailDomain: 'portfolio.test',
      variables: sent.variables,
      now,
    },
  })
}

async function count({ db }: Store): Promise<number> {
  const rows = await db.selectFrom('messages').select('id').execute()
  return rows.length
}

describe.each(STORES)('%s', (kind) => {
  test('what may happen once happens once, however many try together', async () => {
    const { db } = await freshStore(kind)
    const entry = { key: 'nonce', expiresAt: NOW + MINUTE_MS, now: NOW }
    const tries = await Promise.all(Array.from({ length: 20 }, () => spendOnce(db, entry)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(await isSpent(db, 'nonce', NOW)).toBe(true)
    expect(await isSpent(db, 'nonce', NOW + MINUTE_MS)).toBe(false)
    expect(await spendOnce(db, { ...entry, now: NOW + MINUTE_MS })).toBe(true)
  })

  test('hits are counted without losing any, each window for itself', async () => {
    const { db } = await freshStore(kind)
    const window = { bucket: 'someone', seconds: 60, now: NOW }
    const counts = await Promise.all(Array.from({ length: 20 }, () => countHit(db, window)))
    expect(Math.max(...counts)).toBe(20)
    expect(await countHit(db, { ...window, now: NOW + MINUTE_MS })).toBe(1)
    expect(await countHit(db, { ...window, bucket: 'someone else' })).toBe(1)
  })

  test('all gateways on one database share a secret', async () => {
    const { db } = await freshStore(kind)
    const secrets = await Promise.all(Array.from({ length: 5 }, () => sharedSecret(db, 'gateway')))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toHaveLength(43)
  })

  test('a submission sent ten times at once is stored once', async () => {
    const store = await freshStore(kind)
    const ends = await Promise.all(Array.from({ length: 10 }, () => put(store)))
    expect(ends.filter((end) => end === 'stored')).toHaveLength(1)
    expect(ends.filter((end) => end === 'repeated')).toHaveLength(9)
    expect(await count(store)).toBe(1)
  })

  test('a corrected text under an old name is another message', async () => {
    const store = await freshStore(kind)
    await put(store)
    const corrected = { user_name: 'Ada', user_email: 'Ada@example.org', message: 'Hello!' }
    expect(await put(store, { variables: corrected })).toBe('stored')
    expect(await count(store)).toBe(2)
  })

  test('without a name, equal words repeat each other for ten minutes', async () => {
    const store = await freshStore(kind)
    const nameless = { submissionId: '' }
    expect(await put(store, nameless)).toBe('stored')
    expect(await put(store, nameless, undefined, NOW + 9 * MINUTE_MS)).toBe('repeated')
    expect(await put(store, nameless, undefined, NOW + 11 * MINUTE_MS)).toBe('stored')
  })

  test('a spent captcha stores nothing, and the next try under the same name may pass', async () => {
    const store = await freshStore(kind)
    expect(await put(store, {}, 'altcha:1')).toBe('stored')
    const other = { submissionId: 'another-message' }
    expect(await put(store, other, 'altcha:1')).toBe('captcha-spent')
    expect(await count(store)).toBe(1)
    const identity = identityOf(submission(other), NOW)
    expect(await isSpent(store.db, identity.key, NOW)).toBe(false)
    expect(await put(store, other, 'altcha:2')).toBe('stored')
  })

  test('words are purged from what is settled, never from what is still to be sent', async () => {
    const store = await freshStore(kind)
    await put(store)
    expect(await purgeWords(store.db, NOW + DAY_MS)).toEqual([])
    await store.db.updateTable('messages').set({ state: 'sent', settled_at: NOW }).execute()
    expect(await purgeWords(store.db, NOW)).toEqual([])
    expect(await purgeWords(store.db, NOW + 1)).toHaveLength(1)
    const row = await store.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ variables: null, sender: '', state: 'sent' })
  })

  test('a forgotten sender leaves no trace, however the address is written', async () => {
    const store = await freshStore(kind)
    await put(store)
    await put(store, { submissionId: 'other', variables: { user_email: 'bob@example.org' } })
    expect(await forgetSender(store.db, 'ADA@example.org')).toHaveLength(1)
    expect(await count(store)).toBe(1)
    const kept = store.db.selectFrom('once').select('key').where('key', 'like', 'submission:%')
    expect(await kept.execute()).toHaveLength(1)
  })

  test('gateways that start together bring the tables up to date once', async () => {
    const { open } = await freshPlace(kind)
    // SQLite waits by blocking the thread, so there they can only start one after the other.
    const stores =
      kind === 'sqlite'
        ? [await open(), await open()]
        : await Promise.all(Array.from({ length: 6 }, () => open()))
    for (const store of stores) expect(await count(store)).toBe(0)
  })

  test('a database of a newer program is refused and left alone', async () => {
    const { open } = await freshPlace(kind)
    const { db } = await open()
    await sql`update schema_version set version = 99`.execute(db)
    await expect(open()).rejects.toThrow('A newer program has used it')
  })
})

test('a message on the disk survives: the database writes fully', async () => {
  const { db } = await freshStore('sqlite')
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  expect(rows).toEqual([{ synchronous: 2 }])
})

test('a deleted word is nowhere in the files', async () => {
  const { open, dataFolder } = await freshPlace('sqlite')
  const store = await open()
  const word = 'Verschwiegenheit'
  await put(store, { variables: { user_email: 'ada@example.org', message: word } })
  const { readdirSync, readFileSync } = await import('node:fs')
  const files = () =>
    readdirSync(dataFolder).filter((name) => readFileSync(`${dataFolder}/${name}`).includes(word))
  expect(files()).not.toEqual([])
  await forgetSender(store.db, 'ada@example.org')
  await store.scrub('words', true)
  expect(files()).toEqual([])
})

test('a folder that cannot be had is told by the name of its setting', async () => {
  await expect(openStore({ dataFolder: '/dev/null/none' })).rejects.toThrow(
    /DATA_FOLDER.*\/dev\/null\/none/,
  )
})
