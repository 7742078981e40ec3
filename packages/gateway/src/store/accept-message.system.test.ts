import { join } from 'node:path'
import { freshStore, STORES } from 'test-fixtures/stores.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMessageId } from '../message.ts'
import { idempotencyKeyOf } from '../submissions/accept.ts'
import { type Submission, textIn } from '../submissions/submission.ts'
import { claimKey, isStored } from './accept-message.ts'
import { openStore, sharedSecret } from './open-store.ts'
import { purgeContent } from './retention.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const submissionOf = (change: Partial<Submission> = {}): Submission => ({
  account: 'portfolio',
  service: 'default_service',
  template: 'message',
  version: '4.3.3',
  privateKey: '',
  captcha: 'token',
  score: '',
  submissionId: 'b9a7c1f2-0000',
  fillSeconds: '20',
  honeypot: '',
  redirect: '',
  variables: { user_name: 'Ada', user_email: 'Ada@example.org', message: 'Hello' },
  ...change,
})

type PutOptions = { captchaKey?: string; now?: number; network?: string }

async function put(
  store: Store,
  change: Partial<Submission> = {},
  { captchaKey, now = NOW, network = 'home' }: PutOptions = {},
) {
  const sent = submissionOf(change)
  return store.accept({
    identity: idempotencyKeyOf(sent, { network, secret: 'secret' }, now),
    captcha: captchaKey ? { key: captchaKey, expiresAt: now + MINUTE_MS } : undefined,
    message: {
      id: newMessageId(now),
      template: sent.template,
      sender: textIn(sent.variables, 'user_email').toLowerCase(),
      reason: null,
      from: 'me@portfolio.test',
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
  let store: Store
  beforeEach(async () => {
    store = await freshStore(kind)
  })

  test('a key is claimed once, however many calls compete', async () => {
    const { db, write } = store
    const nonce = { key: 'nonce', expiresAt: NOW + MINUTE_MS }
    const claim = (now: number) => write((tx) => claimKey(tx, nonce, null, now))
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(NOW)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await isStored(db, 'nonce', NOW)).toBe(true)
    expect(await isStored(db, 'nonce', NOW + MINUTE_MS)).toBe(false)
    expect(await claim(NOW + MINUTE_MS)).toBe(true)
  })

  test('all gateways on one database share a secret', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => sharedSecret(store, true)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toHaveLength(43)
  })

  test('a submission sent ten times concurrently is stored once', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => put(store)))
    expect(results.filter((result) => result === 'stored')).toHaveLength(1)
    expect(results.filter((result) => result === 'duplicate')).toHaveLength(9)
    expect(await count(store)).toBe(1)
  })

  test('changed content under the same submission id is a new message', async () => {
    await put(store)
    const corrected = { user_name: 'Ada', user_email: 'Ada@example.org', message: 'Hello!' }
    expect(await put(store, { variables: corrected })).toBe('stored')
    expect(await count(store)).toBe(2)
  })

  test('without a submission id, the same content from one network is a duplicate for a minute', async () => {
    const withoutId = { submissionId: '' }
    expect(await put(store, withoutId)).toBe('stored')
    expect(await put(store, withoutId, { now: NOW + MINUTE_MS - 1 })).toBe('duplicate')
    expect(await put(store, withoutId, { now: NOW + MINUTE_MS })).toBe('stored')
  })

  test('a used captcha stores nothing, and a retry under the same id may pass', async () => {
    expect(await put(store, {}, { captchaKey: 'altcha:1' })).toBe('stored')
    const other = { submissionId: 'another-message' }
    expect(await put(store, other, { captchaKey: 'altcha:1' })).toBe('captcha-spent')
    expect(await count(store)).toBe(1)
    const identity = idempotencyKeyOf(
      submissionOf(other),
      { network: 'home', secret: 'secret' },
      NOW,
    )
    expect(await isStored(store.db, identity.key, NOW)).toBe(false)
    expect(await put(store, other, { captchaKey: 'altcha:2' })).toBe('stored')
  })

  test('a submission repeated with its captcha is a duplicate, even while the first is stored', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => put(store, {}, { captchaKey: 'altcha:1' })),
    )
    expect(results.toSorted()).toEqual([...Array(9).fill('duplicate'), 'stored'])
    expect(await put(store, {}, { captchaKey: 'altcha:1' })).toBe('duplicate')
    expect(await put(store, {}, { captchaKey: 'altcha:2' })).toBe('duplicate')
    expect(await count(store)).toBe(1)
  })

  test('content is purged from settled messages, never from queued ones', async () => {
    await put(store)
    expect(await purgeContent(store, NOW + DAY_MS)).toBe(0)
    await store.db.updateTable('messages').set({ state: 'sent', finished_at: NOW }).execute()
    expect(await purgeContent(store, NOW)).toBe(0)
    expect(await purgeContent(store, NOW + 1)).toBe(1)
    const row = await store.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ template_params: null, sender: '', state: 'sent' })
  })
})

test('an unusable data folder is reported with the name of its setting', async () => {
  const dataFolder = join(import.meta.filename, 'none')
  await expect(openStore({ dataFolder })).rejects.toThrow(/DATA_DIR: .*none/)
})
