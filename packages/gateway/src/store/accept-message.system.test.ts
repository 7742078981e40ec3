import { sql } from 'kysely'
import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, inject, test } from 'vitest'
import { idempotencyKeyOf } from '../submissions/accept.ts'
import type { Submission } from '../submissions/parse.ts'
import { textIn } from '../submissions/parse.ts'
import {
  claimKey,
  findUsedKeys,
  incrementCounter,
  newMessageId,
  type Quota,
} from './accept-message.ts'
import { findByAddress } from './messages.ts'
import { createBatcher } from './postgres-batch.ts'
import { eraseMessages, purgeContent } from './retention.ts'
import { openStore, type Store, sharedSecret } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const submissionOf = (change: Partial<Submission> = {}): Submission => ({
  account: 'portfolio',
  service: 'default_service',
  template: 'contact',
  version: '4.3.3',
  privateKey: '',
  captcha: 'token',
  score: '',
  submissionId: 'b9a7c1f2-0000',
  fillSeconds: '20',
  honeypot: '',
  variables: { user_name: 'Ada', user_email: 'Ada@example.org', message: 'Hello' },
  ...change,
})

type PutOptions = { captchaKey?: string; now?: number; network?: string; quota?: Partial<Quota> }

async function put(
  store: Store,
  change: Partial<Submission> = {},
  { captchaKey, now = NOW, network = 'home', quota }: PutOptions = {},
) {
  const sent = submissionOf(change)
  const { kind } = await store.accept({
    identity: idempotencyKeyOf(sent, network, now),
    captcha: captchaKey ? { key: captchaKey, expiresAt: now + MINUTE_MS } : undefined,
    quota: { bucket: 'proven:portfolio', delivered: 100, stored: 1000, ...quota },
    message: {
      id: newMessageId(now),
      kind: 'message',
      account: sent.account,
      service: sent.service,
      template: sent.template,
      sender: textIn(sent.variables, 'user_email').toLowerCase(),
      reason: null,
      mayReply: false,
      mailDomain: 'portfolio.test',
      variables: sent.variables,
      now,
    },
  })
  return kind
}

async function isUsed(db: Store['db'], key: string, now: number) {
  return (await findUsedKeys(db, [key, undefined], now)).has(key)
}

async function count({ db }: Store): Promise<number> {
  const rows = await db.selectFrom('messages').select('id').execute()
  return rows.length
}

async function counterValue({ db }: Store): Promise<number> {
  const row = db
    .selectFrom('rate_limit_counters')
    .select('count')
    .where('bucket', '=', 'proven:portfolio')
  return (await row.executeTakeFirstOrThrow()).count
}

describe.each(STORES)('%s', (kind) => {
  test('a key is claimed once, however many calls compete', async () => {
    const { db } = await freshStore(kind)
    const entry = { key: 'nonce', expiresAt: NOW + MINUTE_MS, now: NOW }
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimKey(db, entry)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await isUsed(db, 'nonce', NOW)).toBe(true)
    expect(await isUsed(db, 'nonce', NOW + MINUTE_MS)).toBe(false)
    expect(await claimKey(db, { ...entry, now: NOW + MINUTE_MS })).toBe(true)
  })

  test('a rate limit counter loses no increment, and each window and bucket has its own count', async () => {
    const { db } = await freshStore(kind)
    const window = { seconds: 60, now: NOW }
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => incrementCounter(db, 'someone', window)),
    )
    expect(Math.max(...counts)).toBe(20)
    expect(await incrementCounter(db, 'someone', { ...window, now: NOW + MINUTE_MS })).toBe(1)
    expect(await incrementCounter(db, 'someone else', window)).toBe(1)
  })

  test('all gateways on one database share a secret', async () => {
    const { db } = await freshStore(kind)
    const secrets = await Promise.all(Array.from({ length: 5 }, () => sharedSecret(db, 'gateway')))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toHaveLength(43)
  })

  test('a submission sent ten times concurrently is stored once', async () => {
    const store = await freshStore(kind)
    const results = await Promise.all(Array.from({ length: 10 }, () => put(store)))
    expect(results.filter((result) => result === 'stored')).toHaveLength(1)
    expect(results.filter((result) => result === 'duplicate')).toHaveLength(9)
    expect(await count(store)).toBe(1)
  })

  test('changed content under the same submission id is a new message', async () => {
    const store = await freshStore(kind)
    await put(store)
    const corrected = { user_name: 'Ada', user_email: 'Ada@example.org', message: 'Hello!' }
    expect(await put(store, { variables: corrected })).toBe('stored')
    expect(await count(store)).toBe(2)
  })

  test('without a submission id, the same content from one network is a duplicate for a minute', async () => {
    const store = await freshStore(kind)
    const withoutId = { submissionId: '' }
    expect(await put(store, withoutId)).toBe('stored')
    expect(await put(store, withoutId, { now: NOW + MINUTE_MS - 1 })).toBe('duplicate')
    expect(await put(store, withoutId, { now: NOW + MINUTE_MS })).toBe('stored')
  })

  test('the same content under two submission ids, or from two networks, is two messages', async () => {
    const store = await freshStore(kind)
    expect(await put(store, { submissionId: 'one' })).toBe('stored')
    expect(await put(store, { submissionId: 'two' })).toBe('stored')
    expect(await put(store, { submissionId: '' }, { network: 'home' })).toBe('stored')
    expect(await put(store, { submissionId: '' }, { network: 'office' })).toBe('stored')
    // The same submission, sent again through another network.
    expect(await put(store, { submissionId: 'one' }, { network: 'office' })).toBe('duplicate')
    expect(await count(store)).toBe(4)
  })

  test('a used captcha stores and counts nothing, and a retry under the same id may pass', async () => {
    const store = await freshStore(kind)
    expect(await put(store, {}, { captchaKey: 'altcha:1' })).toBe('stored')
    const other = { submissionId: 'another-message' }
    expect(await put(store, other, { captchaKey: 'altcha:1' })).toBe('captcha-spent')
    expect(await count(store)).toBe(1)
    expect(await counterValue(store)).toBe(1)
    const identity = idempotencyKeyOf(submissionOf(other), 'home', NOW)
    expect(await isUsed(store.db, identity.key, NOW)).toBe(false)
    expect(await put(store, other, { captchaKey: 'altcha:2' })).toBe('stored')
  })

  test('one captcha sent a hundred times concurrently with different content counts once', async () => {
    const store = await freshStore(kind)
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        put(store, { submissionId: `message-${n}` }, { captchaKey: 'altcha:1' }),
      ),
    )
    expect(results.filter((result) => result === 'stored')).toHaveLength(1)
    expect(results.filter((result) => result === 'captcha-spent')).toHaveLength(99)
    expect(await counterValue(store)).toBe(1)
  })

  test('messages over the hourly quota are held, and far over it rejected without being counted', async () => {
    const store = await freshStore(kind)
    const quota = { delivered: 2, stored: 3 }
    const results = []
    for (let n = 0; n < 5; n++) results.push(await put(store, { submissionId: `${n}` }, { quota }))
    expect(results).toEqual([
      'stored',
      'stored',
      'stored',
      'site-rate-limited',
      'site-rate-limited',
    ])
    const rows = store.db.selectFrom('messages').select(['state', 'reason']).orderBy('id')
    expect((await rows.execute()).map(({ state }) => state).sort()).toEqual([
      'held',
      'queued',
      'queued',
    ])
    expect(await counterValue(store)).toBe(3)
  })

  test('content is purged from settled messages, never from queued ones', async () => {
    const store = await freshStore(kind)
    await put(store)
    expect(await purgeContent(store, NOW + DAY_MS)).toEqual([])
    await store.db.updateTable('messages').set({ state: 'sent', finished_at: NOW }).execute()
    expect(await purgeContent(store, NOW)).toEqual([])
    expect(await purgeContent(store, NOW + 1)).toHaveLength(1)
    const row = await store.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ template_params: null, sender: '', state: 'sent' })
  })

  test('erasing messages deletes all of their rows', async () => {
    const store = await freshStore(kind)
    await put(store)
    await put(store, { submissionId: 'other', variables: { user_email: 'bob@example.org' } })
    const found = await findByAddress(store.db, 'ada@example.org')
    expect(found).toHaveLength(1)
    await eraseMessages(
      store,
      found.map(({ id }) => id),
    )
    expect(await count(store)).toBe(1)
    const keys = store.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'like', 'submission:%')
    expect(await keys.execute()).toHaveLength(1)
  })

  // Chrome sends an international domain of an e-mail field in ASCII, Firefox as the visitor typed it.
  test.each([
    ['anna@xn--bcher-kva.example', 'anna@b\u00fccher.example'],
    ['anna@b\u00fccher.example', 'anna@xn--bcher-kva.example'],
    ['anna@b\u00fccher.example', 'anna@bu\u0308cher.example'],
    ['zo\u00eb@B\u00dcCHER.example', 'zoe\u0308@XN--bcher-kva.example'],
  ])('the address %j is found under the spelling %j', async (stored, given) => {
    const store = await freshStore(kind)
    await put(store, { variables: { user_email: stored } })
    await put(store, { submissionId: 'other', variables: { user_email: 'anna@bucher.example' } })
    const found = await findByAddress(store.db, given)
    expect(found.map(({ sender }) => sender)).toEqual([stored.toLowerCase()])
  })

  test('gateways that start together apply the migrations once', async () => {
    const { open } = await freshPlace(kind, inject('postgres'))
    // SQLite waits by blocking the thread, so these open one after the other.
    const stores =
      kind === 'sqlite'
        ? [await open(), await open()]
        : await Promise.all(Array.from({ length: 6 }, () => open()))
    for (const store of stores) expect(await count(store)).toBe(0)
  })

  test('a database with a newer schema is rejected and left unchanged', async () => {
    const { open } = await freshPlace(kind)
    const { db } = await open()
    await sql`update schema_version set version = 99`.execute(db)
    await expect(open()).rejects.toThrow('A newer version of the program')
  })
})

test('SQLite runs with synchronous = full', async () => {
  const { db } = await freshStore('sqlite')
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  expect(rows).toEqual([{ synchronous: 2 }])
})

test('the files do not contain deleted content', async () => {
  const { open, dataFolder } = await freshPlace('sqlite')
  const store = await open()
  const secret = 'Verschwiegenheit'
  await put(store, { variables: { user_email: 'ada@example.org', message: secret } })
  const { readdirSync, readFileSync } = await import('node:fs')
  const files = () =>
    readdirSync(dataFolder).filter((name) => readFileSync(`${dataFolder}/${name}`).includes(secret))
  expect(files()).not.toEqual([])
  const found = await findByAddress(store.db, 'ada@example.org')
  await eraseMessages(
    store,
    found.map(({ id }) => id),
  )
  await store.truncateWal()
  expect(files()).toEqual([])
})

test('an unusable data folder is reported with the name of its setting', async () => {
  await expect(openStore({ dataFolder: '/dev/null/none' })).rejects.toThrow(
    /DATA_DIR.*\/dev\/null\/none/,
  )
})

const WINDOW = { seconds: 3600, now: NOW }

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const ascending = (counts: (number | undefined)[]) =>
  counts.sort((one = 0, other = 0) => one - other)

describe.each(STORES)('%s', (kind) => {
  test('concurrent requests each get another count of a bucket', async () => {
    const store = await freshStore(kind)
    const counts = await Promise.all(upTo(250).map(() => store.count(['one', 'both'], WINDOW)))
    expect(ascending(counts.map(([one]) => one))).toEqual(upTo(250))
    expect(ascending(counts.map(([, both]) => both))).toEqual(upTo(250))
    expect(await store.count(['other', 'both'], WINDOW)).toEqual([1, 251])
  })

  test('a new window starts at 1', async () => {
    const store = await freshStore(kind)
    const later = { ...WINDOW, now: NOW + 3_600_000 }
    const counts = await Promise.all(
      [WINDOW, later, WINDOW].map((window) => store.count(['one'], window)),
    )
    expect(counts).toEqual([[1], [1], [2]])
  })
})

test('two gateways on PostgreSQL share the counters and do not deadlock', async () => {
  const { open } = await freshPlace('postgres')
  const stores = [await open(), await open()]
  const counts = await Promise.all(
    upTo(300).map((place) => {
      const buckets = place % 2 === 0 ? ['one', 'two', 'three'] : ['three', 'two', 'one']
      return (stores[place % 2] as Store).count(buckets, WINDOW)
    }),
  )
  expect(ascending(counts.map(([, two]) => two))).toEqual(upTo(300))
})

test('a failed batch fails its calls, and the next one runs', async () => {
  let isDown = true
  const call = createBatcher(async (inputs: number[]) => {
    if (isDown) throw new Error('down')
    return inputs.map((input) => input * 2)
  })
  const failed = await Promise.allSettled([call(1), call(2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await Promise.all([call(1), call(2)])).toEqual([2, 4])
})
