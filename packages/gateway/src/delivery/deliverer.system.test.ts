import { setTimeout as sleep } from 'node:timers/promises'
import { callMessages } from 'test-fixtures/call-messages.ts'
import { startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { say } from 'test-fixtures/mail-server.ts'
import { mailServerAt } from 'test-fixtures/smtp-settings.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { leaveDeliverer, takeDeliverer } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { PLACE_MS, takePlace } from './deliverer.ts'
import { smtpTransport } from './transports/smtp.ts'

const log = createLog(() => {}, Date.now)

/** Lets the place of a gateway that no longer renews it end now. */
const endPlace = ({ db }: Store) => db.updateTable('deliverer').set({ until: 0 }).execute()

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
  await endPlace(store)
  expect(await takeDeliverer(store.db, 'another', PLACE_MS)).toBe(true)
  await expect.poll(place.isHeld, { timeout: 10_000 }).toBe(false)
  expect([lost.aborted, taken]).toEqual([true, 1])
  await leaveDeliverer(store.db, 'another')
  await expect.poll(place.isHeld, { timeout: 10_000 }).toBe(true)
  expect([place.lost().aborted, taken]).toEqual([false, 2])
}, 30_000)

test('a gateway that cannot renew its place begins nothing after two thirds of its time', async () => {
  const { open } = await freshPlace('postgres')
  const store = await open()
  const place = takePlace({ store, log, placeMs: 1500 }, () => {})
  await expect.poll(place.isHeld).toBe(true)
  await place.leave()
  await sleep(1000)
  expect(place.isHeld()).toBe(false)
})

describe.each(STORES)('on %s', (kind) => {
  test('`messages retry` ends a pause within five seconds', async () => {
    const { environment } = await freshPlace(kind)
    const { url, server, gateway, settled, log, pass } = await startDelivery({ environment })
    // The command has the clock of the machine.
    const keepUp = () => pass(Date.now() - gateway.clock())
    keepUp()
    server.script.login = say(535)
    const address = server.url.replace('//', '//name:word@')
    gateway.delivery.outgoing.transport = smtpTransport(mailServerAt(address))
    await postForm(url)
    await settled(1)
    const state = () => gateway.delivery.outgoing.state
    expect(state()).toMatchObject({ failedSessions: 1, trouble: { until: expect.any(Number) } })
    server.script = {}
    const retry = await callMessages(['retry', '--all'], environment)
    expect(retry).toMatchObject({ exitCode: 0 })
    expect(retry.out).toContain('tries at once')
    keepUp()
    await server.waitFor(1, 5)
    await expect.poll(() => state().failedSessions).toBe(0)
    expect(log.join('\n')).toContain('messages retried')
  }, 20_000)
})
