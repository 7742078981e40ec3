import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm } from '../../../tests/fixtures/gateway.ts'
import { startMailServer } from '../../../tests/fixtures/mail-server.ts'
import { freshDatabase } from '../../../tests/fixtures/postgres.ts'
import { STORES, type StoreKind } from '../../../tests/fixtures/stores.ts'
import { createStuckWatch } from './stuck.ts'

const HOUR_MS = 3_600_000

async function startStuck(kind: StoreKind) {
  const other = await startMailServer()
  onTestFinished(other.close)
  const database = kind === 'postgres' ? await freshDatabase(inject('postgres')) : undefined
  if (database) onTestFinished(database.drop)
  const delivery = await startDelivery({
    environment: {
      ALERT_SMTP_URL: other.url,
      ...(database && { DATABASE_URL: database.url }),
    },
  })
  const { gateway, log, server, url, settled } = delivery
  server.refusals.recipient = 450
  await postForm(url)
  await settled(1)
  // The courier's own watch has had its first look, and its next comes in a minute of true time.
  const watch = createStuckWatch(gateway)
  return {
    ...delivery,
    other,
    look: () => watch(new AbortController().signal),
    newWatch: () => createStuckWatch(gateway)(new AbortController().signal),
    said: (event: string) => log.filter((line) => line.includes(event)),
  }
}

describe.each(STORES)('%s', (kind) => {
  test('mail that waits for an hour is told loudly, once an hour, and so is its end', async () => {
    const { look, pass, said, server, gateway, message } = await startStuck(kind)
    pass(HOUR_MS - 1000)
    await look()
    expect(said('error mail is stuck')).toEqual([])
    pass(1000)
    await look()
    expect(said(' error mail is stuck')).toEqual([
      expect.stringContaining('npm run doctor waiting=1 seconds=3600'),
    ])
    pass(HOUR_MS - 1000)
    await look()
    expect(said('error mail is stuck')).toHaveLength(1)
    pass(1000)
    await look()
    expect(said('error mail is stuck')).toHaveLength(2)
    expect(said('mail flows again')).toEqual([])
    server.refusals.recipient = 0
    // An attempt of the courier's own may have come in between, and the next one then waits.
    pass(HOUR_MS)
    gateway.wake()
    await expect.poll(async () => (await message()).state).toBe('sent')
    await look()
    await look()
    expect(said(' info  mail flows again')).toHaveLength(1)
  })

  test('one note a day goes out by the other mail server, and says what is wrong and what to do', async () => {
    const { look, newWatch, pass, other, server } = await startStuck(kind)
    pass(HOUR_MS)
    await look()
    // A second gateway, or this one started again.
    await newWatch()
    pass(HOUR_MS)
    await look()
    expect(other.received).toHaveLength(1)
    const [note] = other.received
    expect(note).toMatchObject({ from: 'portfolio@portfolio.test', to: ['owner@portfolio.test'] })
    expect(note?.mail.subject).toBe('Mail is stuck: One message not delivered to you')
    expect(note?.mail.text).toContain('since\nThu, 15 Jan 2026 12:00:00 GMT')
    expect(note?.mail.text).toContain('refused with 450')
    expect(note?.mail.text).toContain('npm run doctor')
    // Words and address of the visitor stay where they are.
    expect(note?.raw).not.toMatch(/Good work|ada@example/)
    expect(server.received).toEqual([])
    pass(23 * HOUR_MS)
    await look()
    expect(other.received).toHaveLength(2)
  })

  test('a note that could not be sent is tried again, and new trouble gets a note of its own', async () => {
    const { look, pass, other, server, gateway, message, said, url } = await startStuck(kind)
    other.refusals.recipient = 450
    pass(HOUR_MS)
    await expect(look()).rejects.toThrow('could not be sent (ALERT_SMTP_URL)')
    other.refusals.recipient = 0
    await look()
    expect(other.received).toHaveLength(0)
    pass(HOUR_MS)
    await look()
    expect(other.received).toHaveLength(1)
    server.refusals.recipient = 0
    gateway.wake()
    // An attempt of the courier's own may have come in between, so they are not counted.
    await expect.poll(async () => (await message()).state).toBe('sent')
    await look()
    server.refusals.recipient = 450
    const before = said('message postponed').length
    await postForm(url, { message: 'Again.' })
    await expect.poll(() => said('message postponed').length).toBeGreaterThan(before)
    pass(HOUR_MS)
    await look()
    expect(other.received).toHaveLength(2)
  })
})

test('without another mail server the log says it alone', async () => {
  const { url, gateway, server, settled, pass, log } = await startDelivery()
  server.refusals.recipient = 450
  await postForm(url)
  await settled(1)
  pass(HOUR_MS)
  await createStuckWatch(gateway)(new AbortController().signal)
  expect(log.filter((line) => line.includes('stuck'))).toHaveLength(1)
})
