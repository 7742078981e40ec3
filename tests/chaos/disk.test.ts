import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as rest } from 'node:timers/promises'
import { textOf } from 'reward-codes-gateway/internal/log.ts'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { sqliteFile } from 'reward-codes-gateway/internal/store/sqlite.ts'
import { expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { startOwnMailServer } from '../fixtures/delivery.ts'
import { type DiskFault, mountSmallDisk, onSlowDisk, underFault } from '../fixtures/failing-disk.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { formOf, freshForm, postForm, startTestGateway } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { mailSettings } from '../fixtures/mail-server.ts'
import { startPageServer } from '../fixtures/page-server.ts'
import { freePort } from '../fixtures/processes.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { startGatewayProgram } from '../fixtures/run-command.ts'
import {
  faultsInDatabase,
  makePlace,
  type Place,
  summarize,
  wordsOnDisk,
} from '../fixtures/trial.ts'

/** Just below the 1,000 WAL pages at which SQLite checkpoints. */
const ALMOST_FULL_WAL = 940 * 4120
const CONCURRENCY = 4
/** Large enough for a reserve. */
const RESERVED_DISK_KIB = 12_288
const QUEUED = 60
/** Without the right to mount. */
const NOT_PERMITTED = { 'not permitted': 1 }

test.each([
  { call: 'fsync', error: 'EIO', row: 15, messages: shortOrLong(6, 3) },
  { call: 'pwrite64', error: 'EIO', row: 15, messages: shortOrLong(6, 3) },
  { call: 'pwrite64', error: 'EROFS', row: 60, messages: 2 },
] as const)(
  'if a $call fails ($error), every message answered 200 is on disk, and the gateway recovers',
  async ({ call, error, row, messages }) => {
    const trial = (when: string) => tryDisk({ call, error, when }, messages)
    const isWhole = isLong && error === 'EIO'
    // After those of a start, and in a row, so that one is of a message: others are of attempts.
    const first = isWhole ? 0 : (await countCallsOfStart(call)) + 1
    const counted = sum(
      isWhole ? await untilClean(trial) : [await trial(`${first}..${first + row}`)],
    )
    recordResult(counted)
    expect(counted['failed calls']).toBeGreaterThan(0)
    expect(counted['answered 503']).toBeGreaterThan(0)
  },
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
    recordResult(counted)
    expect(counted['failed calls']).toBeGreaterThan(0)
  },
)

test('with a full disk nothing is accepted, and what is queued is delivered with the reserve', async () => {
  const folder = freshFolder()
  const disk = mountSmallDisk(folder, RESERVED_DISK_KIB)
  if (!disk) return recordResult(NOT_PERMITTED)
  const start = (url: string) =>
    startTestGateway({ environment: { DATA_DIR: folder, ...mailSettings(url) } })
  const away = await start('smtp://127.0.0.1:1')
  for (let n = 0; n < QUEUED; n++) {
    expect(await postForm(away.url, freshForm({ message: `${n}` }))).toMatchObject({ status: 200 })
  }
  const filler = join(folder, 'filler')
  fillDisk(filler)
  let refused = 0
  for (let n = 0; n < 30; n++) {
    const { status } = await postForm(away.url, freshForm({ message: 'x'.repeat(18_000) }))
    if (status === 503) refused++
  }
  expect(refused).toBeGreaterThan(0)
  await away.close()
  fillDisk(`${filler}-2`)

  const server = await startOwnMailServer()
  const gateway = await start(server.url)
  onTestFinished(async () => {
    await gateway.close()
    disk.unmount()
  })
  await server.waitFor(QUEUED)
  const reply = await postForm(gateway.url, freshForm())
  expect(reply).toMatchObject({ status: 503, reason: 'storage-unavailable' })
  expect(gateway.gateway.store.isFull()).toBe(true)
  rmSync(filler)
  expect(await postForm(gateway.url, freshForm())).toMatchObject({ status: 200 })
  recordResult({ delivered: server.received.length, refused })
})

test.each([
  ['the page of a message', 'release'],
  ['a command', 'release'],
  ['a command', 'retry'],
])('on a full disk %s gets room to %s messages', async (way, what) => {
  const folder = freshFolder()
  const disk = mountSmallDisk(folder, RESERVED_DISK_KIB)
  if (!disk) return recordResult(NOT_PERMITTED)
  const environment = { DATA_DIR: folder }
  const { gateway, url, close } = await startTestGateway({ environment })
  onTestFinished(async () => {
    await close()
    disk.unmount()
  })
  const honeypot = { contact_website_url: what === 'release' ? 'x' : '' }
  for (let n = 0; n < QUEUED; n++) await postForm(url, { message: `${n}`, ...honeypot })
  const rows = await gateway.store.db.selectFrom('messages').selectAll().execute()
  // No page of the log is free to be written again.
  await gateway.store.truncateWal()
  fillDisk(join(folder, 'filler'))
  if (way === 'a command') {
    const { out } = await callMessages([what, '--all', '--json'], environment)
    expect(JSON.parse(out).queued).toHaveLength(QUEUED)
  } else {
    for (const { id } of rows) {
      const { pathname } = new URL(gateway.links.urlOf(id, Date.now()) ?? '')
      const pressed = await fetch(`${url + pathname}/release`, { method: 'POST' })
      expect(pressed.status).toBe(200)
    }
  }
  const found = await gateway.store.db.selectFrom('messages').select('state').execute()
  expect(found).toEqual(Array(QUEUED).fill({ state: 'queued' }))
  recordResult({ queued: found.length })
})

/** What keeps a store from being opened: each gives its repair. */
const DAMAGES: [what: string, damage: (folder: string) => () => void][] = [
  [
    'a damaged database',
    (folder) => {
      writeFileSync(sqliteFile(folder), 'no database '.repeat(1000))
      return () => rmSync(sqliteFile(folder))
    },
  ],
  [
    'a full disk',
    (folder) => {
      const disk = mountSmallDisk(folder, RESERVED_DISK_KIB)
      onTestFinished(() => void disk?.unmount())
      if (disk) fillDisk(join(folder, 'filler'))
      // Without the permission to mount, the folder is none.
      else rmSync(folder, { recursive: true })
      if (!disk) writeFileSync(folder, '')
      return () => rmSync(disk ? join(folder, 'filler') : folder)
    },
  ],
]

test.each(DAMAGES)(
  'a program that starts with %s serves the page, and accepts messages once that is repaired',
  async (_, damage) => {
    const [folder, site] = [freshFolder(), freshFolder()]
    const repair = damage(folder)
    writeFileSync(join(site, 'index.html'), '<title>A page</title>')
    const [PORT, OPS_PORT] = [`${await freePort()}`, `${await freePort()}`]
    const program = startPageServer(site, { DATA_DIR: folder, PORT, OPS_PORT })
    onTestFinished(async () => {
      program.child.kill('SIGKILL')
      await program.ended
    })
    await program.until(/(store unavailable)/)
    const url = `http://127.0.0.1:${PORT}`
    const send = async () => (await postForm(url, freshForm())).status
    const ready = async () => (await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`)).text()
    await expect.poll(async () => (await fetch(url)).status).toBe(200)
    await expect.poll(ready).toMatch(/^not ready: /)
    expect(await send()).toBe(503)
    repair()
    await expect.poll(() => ready().catch(textOf)).toBe('ready\n')
    expect(await send()).toBe(200)
  },
)

/** Writes a file until nothing fits. */
function fillDisk(file: string): void {
  for (const size of [65_536, 4096]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size, 'x'))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
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

const POLL_INTERVAL_MS = 100
/** Deliveries are slow on a busy machine. A failed one is retried with the next message. */
const POLLS_PER_TRY = 20
const MAX_TRIES = 100

type Trial = {
  injected: number
  answered: number
  refused: number
  refusedToStart: number
  lost: number
  repeated: number
}

async function countCallsOfStart(call: DiskFault['call']): Promise<number> {
  const { folder, environment } = await makePlace('sqlite')
  const { before, calls } = underFault({ call, error: 'EIO', when: '65535' }, folder)
  const gateway = await spawnGateway(environment, before)
  const count = calls()
  await gateway.stop('SIGKILL')
  return count
}

/** Runs a gateway on a disk with injected faults, then checks that no message is lost. */
async function tryDisk(
  fault: DiskFault,
  messages: number,
  prepare: (folder: string) => void = () => {},
): Promise<Trial> {
  const place = await makePlace('sqlite')
  prepare(place.folder)
  const { before, injected } = underFault(fault, place.folder)
  let refusedToStart = 0
  const gateway = await spawnGateway(place.environment, before).catch((error) => {
    expect(String(error)).toMatch(
      /DATA_DIR: \S+\/(messages\.db|gateway\.lock) cannot be read or written/,
    )
    refusedToStart++
    return spawnGateway(place.environment)
  })
  const { answered, refused } = await sendAndRecover(gateway.url, place, messages)
  await gateway.stop('SIGTERM')
  expect(gateway.child.exitCode).toBe(0)
  const counted = await expectAllWell(place, answered)
  return { injected: injected(), answered: answered.length, refused, refusedToStart, ...counted }
}

/**
 * Sends `messages` messages, then more until one is answered 200 and every accepted message is
 * delivered. Each message wakes a delivery worker that backs off after a fault.
 */
async function sendAndRecover(url: string, { folder, server }: Place, messages: number) {
  const answered: string[] = []
  let refused = 0
  const send = async () => {
    const id = crypto.randomUUID()
    const reply = await postForm(url, formOf({ submission_id: id, message: id }))
    if (reply.status !== 200) {
      expect(reply).toMatchObject({ status: 503, reason: 'storage-unavailable' })
      expect(reply.headers.get('retry-after')).toBe('30')
      refused++
      return false
    }
    expect(wordsOnDisk(folder)).toContain(id)
    answered.push(id)
    return true
  }
  for (let n = 0; n < messages; n++) await send()
  for (let tries = 0; ; tries++) {
    expect(tries, 'tries until all is well').toBeLessThan(MAX_TRIES)
    const isAccepted = await send()
    const isDelivered = () => summarize(answered, server.received).lost.length === 0
    for (let polls = 0; polls < POLLS_PER_TRY && !isDelivered(); polls++)
      await rest(POLL_INTERVAL_MS)
    if (isAccepted && isDelivered()) break
  }
  return { answered, refused }
}

async function expectAllWell(place: Place, answered: string[]) {
  const { lost, repeated } = summarize(answered, place.server.received)
  expect({ lost, repeated }).toEqual({ lost: [], repeated: 0 })
  expect(await faultsInDatabase(place)).toEqual([])
  return { lost: lost.length, repeated }
}

const SYNC_MS = shortOrLong(300, 3000)
const VISITORS = shortOrLong(100, 300)
/** The maximum response time for a visitor. The page times out after 20 s. */
const MAX_RESPONSE_MS = 19_000

test('on a disk that takes long for each fsync, each visitor gets a response in time', async () => {
  const place = await makePlace('sqlite')
  const { environment } = place
  // The first start creates the tables without the delay.
  await (await spawnGateway(environment)).stop('SIGTERM')
  const gateway = await spawnGateway(environment, onSlowDisk(place.folder, SYNC_MS))
  onTestFinished(() => gateway.stop('SIGKILL'))
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const message = crypto.randomUUID()
      const reply = await Promise.race([
        postForm(gateway.url, freshForm({ message })),
        rest(MAX_RESPONSE_MS, undefined),
      ])
      return { message, reply, after: performance.now() - begun }
    }),
  )
  const timedOut = answers.filter(({ reply }) => reply === undefined)
  expect(timedOut).toHaveLength(0)
  const refused = answers.filter(({ reply }) => reply?.status === 503)
  for (const { reply } of refused) {
    expect(Number(reply?.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const stored = answers.filter(({ reply }) => reply?.status === 200)
  expect(stored.length + refused.length).toBe(VISITORS)
  expect(stored.length).toBeGreaterThan(0)
  const onDisk = new Set(wordsOnDisk(place.folder))
  expect(stored.filter(({ message }) => !onDisk.has(message))).toEqual([])
})

const FAULTY: [what: string, spoil: (file: string, folder: string) => unknown][] = [
  ['a folder has its name', (file) => mkdirSync(file)],
  ['it is no database', (file) => writeFileSync(file, randomBytes(20_000))],
  [
    'another process locks it',
    async (file, dataFolder) => {
      await (await openStore({ dataFolder })).close()
      const other = new DatabaseSync(file)
      onTestFinished(() => other.close())
      other.exec('begin immediate')
    },
  ],
]

test.each(FAULTY)(
  'a start names the file and the setting of a database if %s',
  async (_, spoil) => {
    const folder = freshFolder()
    const file = sqliteFile(folder)
    await spoil(file, folder)
    const start = startTestGateway({ environment: { DATA_DIR: folder } })
    await expect(start).rejects.toThrow(`DATA_DIR: ${file} cannot be read or written`)
  },
)

test('a program that starts while nothing can be written names them, too', async () => {
  const folder = freshFolder()
  const { before } = underFault({ call: 'pwrite64', error: 'EIO', when: '1+1' }, folder)
  const { exitCode, error } = await startGatewayProgram({ DATA_DIR: folder }, before).ended
  expect(error).toContain(`DATA_DIR: ${sqliteFile(folder)} cannot be read or written`)
  expect(exitCode).toBe(1)
})
