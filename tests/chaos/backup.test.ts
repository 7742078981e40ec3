import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { countByState } from 'reward-codes-gateway/internal/store/messages.ts'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { startOwnMailServer } from '../fixtures/delivery.ts'
import { onSlowDisk } from '../fixtures/failing-disk.ts'
import { COMMAND, ROOT, SITE } from '../fixtures/folders.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { after, mailSettings } from '../fixtures/mail-server.ts'
import { write } from '../fixtures/messages.ts'
import { createSite } from '../fixtures/owner-site.ts'
import { type PostgresServer, startPostgres } from '../fixtures/postgres.ts'
import { need } from '../fixtures/programs.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { onlySettings, runCommand, startProgram } from '../fixtures/run-command.ts'
import { STORES } from '../fixtures/stores.ts'
import { deliverTheRest, faultsInDatabase, messageIdsOf, startLoad } from '../fixtures/trial.ts'

const GUIDE = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')

test('a killed backup leaves no file under its name, and the next one succeeds', async () => {
  const folder = freshFolder()
  const store = await openStore({ dataFolder: folder })
  await write(store)
  await store.close()
  const file = join(folder, 'copy.db')
  const command = ['messages', 'backup', file]
  const env = onlySettings({ DATA_DIR: folder })
  // The copy waits for the disk, so that the kill comes before its end on any machine.
  const before = onSlowDisk(folder, 3000)
  const program = startProgram([...before, process.execPath, COMMAND, ...command], {
    cwd: SITE,
    env,
  })
  await expect.poll(() => existsSync(`${file}.unfinished`)).toBe(true)
  const killed = once(program.child, 'exit')
  program.child.kill('SIGKILL')
  expect(await killed).toEqual([null, 'SIGKILL'])
  expect(existsSync(file)).toBe(false)
  expect(await runCommand(command, { DATA_DIR: folder })).toMatchObject({ exitCode: 0 })
  expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual(['copy.db'])
})

test('the job of the guide makes a backup of the day, deletes old ones, and its copy is restored', async () => {
  const [, script = ''] = /```sh\n(set -e\ncd [^`]*)```/.exec(GUIDE) ?? []
  const site = createSite()
  onTestFinished(site.remove)
  const [data, backups] = [freshFolder(), freshFolder()]
  writeFileSync(join(site.root, '.env'), `DATA_DIR=${data}\n`)
  const job = join(site.root, 'backup.sh')
  writeFileSync(
    job,
    script.replaceAll('/srv/portfolio', site.root).replaceAll('/var/backups/portfolio', backups),
  )
  const [old, recent] = [15, 13].map((days) => {
    const file = join(backups, `${days}.db`)
    writeFileSync(file, '')
    const then = Date.now() / 1000 - (days + 0.5) * 86_400
    utimesSync(file, then, then)
    return `${days}.db`
  })
  const run = () => startProgram(['sh', job], { cwd: '/', env: { PATH: process.env.PATH } }).ended
  expect((await run()).exitCode).toBe(1)
  expect(readdirSync(backups)).toContain(old)

  const gateway = await openStore({ dataFolder: data })
  const id = await write(gateway)
  await gateway.close()
  expect(await run()).toEqual({ exitCode: 0, out: '', error: '' })
  const copy = readdirSync(backups).find((name) => /^\d{4}-\d{2}-\d{2}\.db$/.test(name)) ?? ''
  expect(readdirSync(backups).sort()).toEqual([recent, copy].sort())

  for (const name of readdirSync(data)) rmSync(join(data, name))
  copyFileSync(join(backups, copy), join(data, 'messages.db'))
  const server = await startOwnMailServer()
  const restored = await spawnGateway({
    ...mailSettings(server.url),
    DATA_DIR: data,
  })
  const [received] = await server.waitFor(1)
  expect(received?.mail.messageId).toContain(id)
  await restored.stop('SIGTERM')
})

const SENDERS = 4
const LOAD_MS = shortOrLong(600, 5000)
const MIN_SENT = 3
/** A delay that ensures queued messages at any time. */
const ACCEPT_DELAY_MS = 40

test.each(STORES)(
  'a backup of %s taken under load is a snapshot, and is restored and delivered with the same Message-IDs',
  async (kind) => {
    const machine = await (kind === 'sqlite' ? fileMachine : serverMachine)(freshFolder())
    const server = await startOwnMailServer()
    server.script.end = after(() => rest(ACCEPT_DELAY_MS))
    const environment = {
      ...mailSettings(server.url),
      // The restored database has the place of the gateway that was killed.
      PLACE_MS: '2500',
    }
    const gateway = await spawnGateway({ ...environment, ...machine.settings })
    const load = startLoad(SENDERS, () => gateway.url)
    await rest(LOAD_MS)
    await server.waitFor(MIN_SENT, 30)
    const beforeCopy = [...load.counts.answered]
    await machine.backUp()
    const { size } = load.counts.answered
    await rest(LOAD_MS)
    await expect.poll(() => load.counts.answered.size).toBeGreaterThan(size)
    await gateway.stop('SIGKILL')
    await load.stop()

    const restored = await machine.loseAndRestore()
    const copied = await storedAt(restored)
    const names = copied.map(({ name }) => name)
    expect(beforeCopy.filter((name) => !names.includes(name))).toEqual([])
    expect(names.length).toBeLessThan(load.counts.answered.size)
    const sent = copied.filter(({ state }) => state === 'sent')
    expect(new Set(copied.map(({ state }) => state))).toEqual(new Set(['sent', 'queued']))

    server.script = {}
    const place = { folder: restored.DATA_DIR, databaseUrl: restored.DATABASE_URL }
    await deliverTheRest({ ...place, environment: { ...environment, ...restored } })
    // pg_restore fails on a violated constraint, such as an attempt without its message.
    if (kind === 'sqlite') expect(await faultsInDatabase(place)).toEqual([])
    const mails = messageIdsOf(server.received)
    const isRight = ({ name, mailId }: (typeof copied)[number]) =>
      mails.get(name)?.includes(mailId ?? '')
    expect(copied.filter((message) => !isRight(message))).toEqual([])
    expect([...mails.values()].filter((ids) => new Set(ids).size > 1)).toEqual([])
    expect(sent.filter(({ name }) => mails.get(name)?.length !== 1)).toEqual([])
    recordResult({
      'answered before the backup': beforeCopy.length,
      'in the backup': copied.length,
      lost: beforeCopy.filter((name) => !mails.has(name)).length,
      repeated: server.received.length - mails.size,
    })
  },
)

type Settings = { DATA_DIR: string; DATABASE_URL?: string }

/** A message store that is backed up as docs/operating.md describes. */
type Machine = {
  settings: Settings
  /** Takes a backup with the documented command. */
  backUp: () => Promise<void>
  /** Deletes everything but the backup, then restores it into an empty folder or server. */
  loseAndRestore: () => Promise<Settings>
}

async function fileMachine(root: string): Promise<Machine> {
  const [data, empty, copy] = [join(root, 'data'), join(root, 'empty'), join(root, 'copy.db')]
  return {
    settings: { DATA_DIR: data },
    backUp: async () => {
      const taken = await callMessages(['backup', copy], { DATA_DIR: data })
      expect(taken).toMatchObject({ exitCode: 0 })
    },
    loseAndRestore: async () => {
      rmSync(data, { recursive: true })
      mkdirSync(empty)
      copyFileSync(copy, join(empty, 'messages.db'))
      return { DATA_DIR: empty }
    },
  }
}

async function serverMachine(root: string): Promise<Machine> {
  const tools = dirname(need('PG_DUMP_PATH'))
  const alive = new Set<PostgresServer>()
  onTestFinished(async () => {
    for (const server of alive) await server.stop()
  })
  const start = async () => {
    const server = await startPostgres([], { binaries: tools })
    alive.add(server)
    return server
  }
  const [first, second] = [await start(), await start()]
  const copy = join(root, 'messages.dump')
  return {
    settings: { DATA_DIR: join(root, 'data'), DATABASE_URL: first.url },
    backUp: () => run(join(tools, 'pg_dump'), ['--format=custom', `--file=${copy}`, first.url]),
    loseAndRestore: async () => {
      alive.delete(first)
      await first.stop()
      await run(join(tools, 'pg_restore'), [
        '--no-owner',
        '--exit-on-error',
        `--dbname=${second.url}`,
        copy,
      ])
      return { DATA_DIR: join(root, 'empty'), DATABASE_URL: second.url }
    },
  }
}

/** All stored messages, each with the name in its text. Also checks the message counts. */
async function storedAt({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl }: Settings) {
  const store = await openStore({ dataFolder, databaseUrl })
  const rows = await store.db
    .selectFrom('messages')
    .select(['template_params', 'state', 'message_id_header'])
    .execute()
  const counts = Object.values(await countByState(store.db))
  expect(counts.reduce((sum, one) => sum + one)).toBe(rows.length)
  await store.close()
  return rows.map(({ template_params: variables, state, message_id_header }) => ({
    name: String(JSON.parse(variables ?? '{}').message),
    state,
    mailId: message_id_header,
  }))
}

async function run(command: string, args: string[]) {
  const { exitCode, error } = await startProgram([command, ...args]).ended
  if (exitCode !== 0) throw new Error(`${command}: ${error}`)
}
