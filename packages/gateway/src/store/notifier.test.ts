import { setTimeout as sleep } from 'node:timers/promises'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, test, vi } from 'vitest'
import { createNotifier } from './notifier.ts'
import type { Store } from './store.ts'

/** A notifier whose notifications end when the test says so. */
function slowNotifier() {
  const sent: PromiseWithResolvers<void>[] = []
  const send = () => {
    const notification = Promise.withResolvers<void>()
    sent.push(notification)
    return notification.promise
  }
  return { ...createNotifier({} as Store['db'], send), sent }
}

test('notifications are combined, and a later message gets another one', async () => {
  let sent = 0
  const { notify } = createNotifier({} as Store['db'], async () => {
    sent += 1
    // Messages that are stored while a notification is sent need the next one.
    if (sent === 1) for (let message = 0; message < 100; message += 1) notify()
  })
  for (let message = 0; message < 100; message += 1) notify()
  expect(sent).toBe(0)
  await expect.poll(() => sent).toBe(2)
})

test('calls while a notification is in flight share the next one, which begins after it', async () => {
  const { notify, sent } = slowNotifier()
  const first = notify()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const others = Array.from({ length: 100 }, () => notify())
  await sleep(30)
  expect(sent).toHaveLength(1)
  sent[0]?.resolve()
  await first
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.resolve()
  await Promise.all(others)
  await sleep(30)
  expect(sent).toHaveLength(2)
})

test('a notification that fails reports it to its callers, and the next one is sent', async () => {
  const { notify, sent } = slowNotifier()
  const first = notify()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const second = notify()
  sent[0]?.reject(new Error('The connection was closed.'))
  await expect(first).rejects.toThrow('The connection was closed.')
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.resolve()
  await second
})

test('the pending notification is sent before the store closes', async () => {
  const { open } = await freshPlace('postgres')
  const [observer, store] = [await open(), await open()]
  let received = 0
  const stop = observer.listen(() => {
    received += 1
  })
  // The first call comes when the observer has connected.
  await expect.poll(() => received).toBe(1)
  await store.notify()
  store.notify().catch(() => {})
  await store.close()
  await expect.poll(() => received).toBe(3)
  await stop()
})
