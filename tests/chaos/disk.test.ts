import { copyFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteFile } from '../../src/gateway/store/sqlite.ts'
import { expectAllWell, sendAndRecover, type Trial, tryDisk } from '../fixtures/disk-trial.ts'
import { mountSmallDisk } from '../fixtures/failing-disk.ts'
import { amount, isLong, keepFigures } from '../fixtures/figures.ts'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { makePlace, type Place } from '../fixtures/place.ts'

const TIMEOUT_MS = amount(60_000, 3_600_000)
/** Just below the thousand pages at which SQLite moves its log into the database. */
const ALMOST_FULL_LOG = 940 * 4120
const AT_A_TIME = 4
const SMALL_DISK_KIB = 512
const LARGER_DISK_KIB = 16_384

test.each([
  { call: 'fsync', some: '12+7' },
  // Further apart than one message has writes, or none would ever be stored.
  { call: 'pwrite64', some: '80+61' },
] as const)(
  'where a $call fails, no message is answered 200 that is not on the disk, and all goes on',
  async ({ call, some }) => {
    const trial = (when: string) => tryDisk({ call, error: 'EIO', when }, amount(6, 3))
    const counted = sum(isLong ? await untilClean(trial) : [await trial(some)])
    keepFigures({ table: 'faults', what: `3 EIO at the k-th ${call}`, figures: counted })
    expect(counted['calls refused']).toBeGreaterThan(0)
    expect(counted['answered 503']).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test.each(isLong ? (['fsync', 'pwrite64'] as const) : (['pwrite64'] as const))(
  'where a %s fails while the log is moved into the database, nothing is lost',
  async (call) => {
    const full = await folderWithFullLog()
    const prepare = (folder: string) => {
      for (const name of readdirSync(full)) copyFileSync(join(full, name), join(folder, name))
    }
    const trial = (when: string) =>
      tryDisk({ call, error: 'EIO', when, file: 'messages.db' }, 5, prepare)
    const counted = sum(isLong ? await untilClean(trial) : [await trial('1')])
    const what = `3 EIO at the k-th ${call} while the log is moved into the database`
    keepFigures({ table: 'faults', what, figures: counted })
    expect(counted['calls refused']).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test('on a disk that becomes read-only messages are refused, and taken again once it is not', async () => {
  const { injected, answered, refused } = await tryDisk(
    { call: 'pwrite64', error: 'EROFS', when: '80..140' },
    2,
  )
  const figures = { 'calls refused': injected, 'answered 200': answered, 'answered 503': refused }
  keepFigures({ table: 'faults', what: '3 A disk that becomes read-only', figures })
  expect(refused).toBeGreaterThan(0)
})

test('on a disk that is full messages are refused, and taken again once there is room', async () => {
  const place = await makePlace('sqlite')
  const disk = mountSmallDisk(place.folder, SMALL_DISK_KIB)
  onTestFinished(() => {
    disk?.unmount()
  })
  // Who may not mount has the kernel say that there is no room.
  const { answered, refused, how } = disk ? await fill(place, disk.grow) : await sayFull()
  const figures = { 'answered 200': answered, 'answered 503': refused }
  keepFigures({ table: 'faults', what: `3 A disk that is full (${how})`, figures })
  expect(refused).toBeGreaterThan(0)
})

async function fill(place: Place, grow: (kibibytes: number) => boolean) {
  const gateway = await spawnGateway(place.environment)
  let [taken, refused] = [0, 0]
  // One refusal may be of what is large; three in a row leave no room for anything.
  while (refused < 3) {
    const message = `${crypto.randomUUID()} ${'x'.repeat(18_000)}`
    const reply = await postForm(gateway.url, freshForm({ message }))
    if (reply.status === 200) taken++
    else refused++
    expect(reply.status === 200 || reply.status === 503).toBe(true)
  }
  expect(grow(LARGER_DISK_KIB)).toBe(true)
  const after = await sendAndRecover(gateway.url, place, 1)
  await place.server.waitFor(taken + after.answered.length)
  await gateway.stop('SIGTERM')
  await expectAllWell(place, after.answered)
  return { answered: taken + after.answered.length, refused: refused + after.refused, how: 'tmpfs' }
}

async function sayFull() {
  const trial = await tryDisk({ call: 'pwrite64', error: 'ENOSPC', when: '80..140' }, 2)
  return { ...trial, how: 'the kernel says so' }
}

/** Tries each call after the other, a few lives at a time, until one is never reached. */
async function untilClean(trial: (when: string) => Promise<Trial>): Promise<Trial[]> {
  const trials: Trial[] = []
  while (trials.every(({ injected }) => injected > 0)) {
    const calls = Array.from({ length: AT_A_TIME }, (_, place) => trials.length + place + 1)
    trials.push(...(await Promise.all(calls.map(String).map(trial))))
  }
  return trials.filter(({ injected }) => injected > 0)
}

function sum(trials: Trial[]) {
  const total = (name: keyof Trial) => trials.reduce((all, trial) => all + trial[name], 0)
  return {
    lives: trials.length,
    'calls refused': total('injected'),
    'answered 200': total('answered'),
    'answered 503': total('refused'),
    'did not start, and said so': total('refusedToStart'),
    lost: total('lost'),
    repeated: total('repeated'),
  }
}

/** A folder as a killed gateway leaves it, whose log is about to be moved into the database. */
async function folderWithFullLog(): Promise<string> {
  const { folder, environment } = await makePlace('sqlite')
  const gateway = await spawnGateway(environment)
  const log = `${sqliteFile(folder)}-wal`
  while (statSync(log).size < ALMOST_FULL_LOG) await postForm(gateway.url, freshForm())
  await gateway.stop('SIGKILL')
  return folder
}
