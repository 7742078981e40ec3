import { expect, onTestFinished, test } from 'vitest'
import { START } from '../fixtures/delivery.ts'
import { postForm } from '../fixtures/gateway.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { say } from '../fixtures/scripted-smtp.ts'

const MINUTE_MS = 60_000

function setZone(zone: string) {
  process.env.TZ = zone
}

function restoreZone() {
  const zone = process.env.TZ
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
}

/** Changes of local time while the mail server greylists. */
const CHANGES: [string, number, string, string][] = [
  ['skips an hour in spring', Date.UTC(2026, 2, 29, 0, 55), 'Europe/Warsaw', 'Europe/Warsaw'],
  ['repeats an hour in autumn', Date.UTC(2026, 9, 25, 0, 55), 'Europe/Warsaw', 'Europe/Warsaw'],
  ['is moved to another zone', Date.UTC(2026, 5, 1, 12), 'Pacific/Auckland', 'America/Los_Angeles'],
]

test.each(CHANGES.slice(0, shortOrLong(1, 3)))(
  'while local time %s, back-off, rate limits and dates are unaffected',
  async (what, begin, zone, later) => {
    restoreZone()
    setZone(zone)
    const {
      addServer,
      write,
      pass,
      quiet,
      row,
      attemptsOf,
      gateway,
      url,
      server: healthy,
    } = await startScriptedDelivery({ environment: { RATE_LIMIT_PER_IP: '3' } })
    pass(begin - START)
    const utcOffset = () => new Date(gateway.clock()).getTimezoneOffset()
    const before = utcOffset()
    const server = await addServer('zone')
    server.script = { recipient: say(450) }
    const id = await write('zone')
    await quiet()
    expect(await postForm(url)).toMatchObject({ status: 200 })
    expect(await postForm(url, { message: 'Once more.' })).toMatchObject({ status: 200 })
    const [mail] = await healthy.waitFor(1)
    expect(mail?.mail.date).toBe(new Date(begin).toISOString())
    expect(await postForm(url, { message: 'Too many.' })).toMatchObject({ status: 429 })
    setZone(later)
    for (let minute = 0; minute < 80; minute++) {
      pass(MINUTE_MS)
      await quiet()
    }
    expect(utcOffset()).not.toBe(before)
    expect(await postForm(url, { message: 'In the next hour.' })).toMatchObject({ status: 200 })
    const elapsed = (await attemptsOf(id)).map(({ started_at }) => (started_at - begin) / MINUTE_MS)
    // At 0, 1, 3, 7, 15, 31 and 63 minutes, each with up to 10 % jitter and up to one step late.
    expect(elapsed).toHaveLength(7)
    for (const [number, minutes] of elapsed.entries()) {
      const least = 2 ** number - 1
      expect(minutes).toBeGreaterThanOrEqual(least)
      expect(minutes).toBeLessThanOrEqual(least * 1.1 + number)
    }
    server.script = {}
    pass(71 * MINUTE_MS)
    await quiet()
    expect(await row(id)).toMatchObject({ state: 'sent', attempt: 8 })
    const figures = countSeen([server], 1)
    recordResult({ table: 'faults', what: `6 local time ${what}`, figures })
  },
)
