import { copyFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteFile } from 'reward-codes-gateway/internal/store/sqlite.ts'
import { expect, onTestFinished, test } from 'vitest'
import { expectAllWell, sendAndRecover, type Trial, tryDisk } from '../fixtures/disk-trial.ts'
import { mountSmallDisk } from '../fixtures/failing-disk.ts'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { makePlace, type Place } from '../fixtures/test-environment.ts'

const TIMEOUT_MS = shortOrLong(60_000, 3_600_000)
/** Just below the 1,000 WAL pages at which SQLite checkpoints. */
const ALMOST_FULL_WAL = 940 * 4120
const CONCURRENCY = 4
const SMALL_DISK_KIB = 512
const LARGER_DISK_KIB = 16_384

test.each([
  // Limited, because a fault in every fourth call may hit the same step of every message.
  { call: 'fdatasync', some: '3..23+4' },
  // The interval exceeds the writes of one message, otherwise none would ever be stored.
  { call: 'pwrite64', some: '100+53' },
] as const)(
  'if a $call fails, every message answered 200 is on disk, and the gateway recovers',
  async ({ call, some }) => {
    const trial = (when: string) => tryDisk({ call, error: 'EIO', when }, shortOrLong(6, 3))
    const counted = sum(isLong ? await untilClean(trial) : [await trial(some)])
    recordResult({ table: 'faults', what: `3 EIO at the k-th ${call}`, figures: counted })
    expect(counted['failed calls']).toBeGreaterThan(0)
    expect(counted['answered 503']).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test.each(isLong ? (['fsync', 'pwrite64'] as const) : (['pwrite64'] as const))(
  'if a %s fails during a WAL checkpoint, no message is lost',
  async (call) => {
    const full = await folderWithFullWal()
    const prepare = (folder: string) => {
      for (const name of readdirSync(full)) copyFileSync(join(full, name), join(folder, name))
    }
    const trial = (when: string) =>
      tryDisk({ call, error: 'EIO', when, file: 'messages.db' }, 5, prepare)
    const counted = sum(isLong ? await untilClean(trial) : [await trial('1')])
    const what = `3 EIO at the k-th ${call} during a checkpoint`
    recordResult({ table: 'faults', what, figures: counted })
    expect(counted['failed calls']).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test('on a disk that becomes read-only, messages are rejected until it is writable again', async () => {
  const { injected, answered, refused } = await tryDisk(
    { call: 'pwrite64', error: 'EROFS', when: '100..160' },
    2,
  )
  const figures = { 'failed calls': injected, 'answered 200': answered, 'answered 503': refused }
  recordResult({ table: 'faults', what: '3 A disk that becomes read-only', figures })
  expect(refused).toBeGreaterThan(0)
})

test('on a full disk, messages are rejected until there is space again', async () => {
  const place = await makePlace('sqlite')
  const disk = mountSmallDisk(place.folder, SMALL_DISK_KIB)
  onTestFinished(() => {
    disk?.unmount()
  })
  // Without the permission to mount, strace injects ENOSPC.
  const { answered, refused, how } = disk ? await fill(place, disk.grow) : await injectFull()
  const figures = { 'answered 200': answered, 'answered 503': refused }
  recordResult({ table: 'faults', what: `3 A disk that is full (${how})`, figures })
  expect(refused).toBeGreaterThan(0)
})

async function fill(place: Place, grow: (kibibytes: number) => boolean) {
  const gateway = await spawnGateway(place.environment)
  let [accepted, refused] = [0, 0]
  // One rejection may depend on the size. After three in a row nothing fits.
  while (refused < 3) {
    const message = `${crypto.randomUUID()} ${'x'.repeat(18_000)}`
    const reply = await postForm(gateway.url, freshForm({ message }))
    if (reply.status === 200) accepted++
    else refused++
    expect(reply.status === 200 || reply.status === 503).toBe(true)
  }
  expect(grow(LARGER_DISK_KIB)).toBe(true)
  const after = await sendAndRecover(gateway.url, place, 1)
  await place.server.waitFor(accepted + after.answered.length)
  await gateway.stop('SIGTERM')
  await expectAllWell(place, after.answered)
  return {
    answered: accepted + after.answered.length,
    refused: refused + after.refused,
    how: 'tmpfs',
  }
}

async function injectFull() {
  const trial = await tryDisk({ call: 'pwrite64', error: 'ENOSPC', when: '100..160' }, 2)
  return { ...trial, how: 'the kernel says so' }
}

/** Fails each call in turn, a few runs in parallel, until a call number is never reached. */
async function untilClean(trial: (when: string) => Promise<Trial>): Promise<Trial[]> {
  const trials: Trial[] = []
  while (trials.every(({ injected }) => injected > 0)) {
    const calls = Array.from({ length: CONCURRENCY }, (_, place) => trials.length + place + 1)
    trials.push(...(await Promise.all(calls.map(String).map(trial))))
  }
  return trials.filter(({ injected }) => injected > 0)
}

function sum(trials: Trial[]) {
  const total = (name: keyof Trial) => trials.reduce((all, trial) => all + trial[name], 0)
  return {
    processes: trials.length,
    'failed calls': total('injected'),
    'answered 200': total('answered'),
    'answered 503': total('refused'),
    'refused to start': total('refusedToStart'),
    lost: total('lost'),
    repeated: total('repeated'),
  }
}

/** The data folder of a killed gateway whose WAL is just below the checkpoint threshold. */
async function folderWithFullWal(): Promise<string> {
  const { folder, environment } = await makePlace('sqlite')
  const gateway = await spawnGateway(environment)
  const log = `${sqliteFile(folder)}-wal`
  while (statSync(log).size < ALMOST_FULL_WAL) await postForm(gateway.url, freshForm())
  await gateway.stop('SIGKILL')
  return folder
}
