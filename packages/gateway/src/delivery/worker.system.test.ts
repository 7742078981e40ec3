import { setTimeout as sleep } from 'node:timers/promises'
import { freshPlace } from 'test-fixtures/stores.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { leaveDeliverer, takeDeliverer } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { PLACE_MS, takePlace } from './worker.ts'

const log = createLog(() => {}, Date.now)

/** Gives the place of a gateway to another one, between two renewals, and for as long as it wants. */
const give = ({ db }: Store, holder: string) =>
  db.updateTable('deliverer').set({ holder, until: Number.MAX_SAFE_INTEGER }).execute()

test('one gateway on a database has the place, until it gives it back or ends', async () => {
  const { open } = await freshPlace('postgres')
  const { db } = await open()
  expect([
    await takeDeliverer(db, 'one', PLACE_MS),
    await takeDeliverer(db, 'two', PLACE_MS),
  ]).toEqual([true, false])
  expect(await takeDeliverer(db, 'one', PLACE_MS)).toBe(true)
  await leaveDeliverer(db, 'two')
  expect(await takeDeliverer(db, 'two', PLACE_MS)).toBe(false)
  await leaveDeliverer(db, 'one')
  expect([
    await takeDeliverer(db, 'two', PLACE_MS),
    await takeDeliverer(db, 'one', PLACE_MS),
  ]).toEqual([true, false])
})

test('of gateways that ask at once, one gets the place', async () => {
  const { open } = await freshPlace('postgres')
  const { db } = await open()
  const asked = Array.from({ length: 8 }, (_, n) => takeDeliverer(db, `${n}`, PLACE_MS))
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
})

test('a gateway whose place another has taken begins nothing, and aborts what it can', async () => {
  const { open } = await freshPlace('postgres')
  const store = await open()
  let taken = 0
  const place = takePlace({ store, log, placeMs: 1500 }, () => {
    taken++
  })
  onTestFinished(place.leave)
  await expect.poll(place.isHeld).toBe(true)
  const lost = place.lost()
  await give(store, 'another')
  await expect.poll(() => lost.aborted).toBe(true)
  expect([place.isHeld(), taken]).toEqual([false, 1])
  await leaveDeliverer(store.db, 'another')
  await expect.poll(place.isHeld).toBe(true)
  expect([place.lost().aborted, taken]).toEqual([false, 2])
})

test('a gateway that cannot renew its place begins nothing after two thirds of its time', async () => {
  const { open } = await freshPlace('postgres')
  const store = await open()
  const place = takePlace({ store, log, placeMs: 1500 }, () => {})
  await expect.poll(place.isHeld).toBe(true)
  await place.leave()
  await sleep(1000)
  expect(place.isHeld()).toBe(false)
})
