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
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as rest } from 'node:timers/promises'
import { countByState } from 'reward-codes-gateway/internal/store/messages.ts'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { COMMAND, ROOT, SITE } from '../fixtures/folders.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { createSentMessages, write } from '../fixtures/messages.ts'
import { createSite } from '../fixtures/owner-site.ts'
import { type PostgresServer, startPostgres } from '../fixtures/postgres.ts'
import { need } from '../fixtures/programs.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { onlySettings, runCommand, startProgram } from '../fixtures/run-command.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'
import { STORES, type StoreKind } from '../fixtures/stores.ts'
import { faultsInDatabase, messageIdsOf, startLoad } from '../fixtures/trial.ts'

const GUIDE = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
const MESSAGES = 50_000
const TIMEOUT_MS = 20_000

test('a backup completes while messages arrive, and is a consistent snapshot', async () => {
  const folder = freshFolder()
  await createSentMessages(folder, MESSAGES)
  const gateway = await openStore({ dataFolder: folder })
  onTestFinished(() => gateway.close())
  const increment = (file: string) => {
    const connection = new DatabaseSync(file, { readOnly: true })
    const row = connection.prepare('select count(*) as n from messages').get()
    connection.close()
    return Number(row?.n)
  }
  const before = increment(gateway.location)
  let isSending = true
  let arrived = 0
  const arrivals = (async () => {
    for (; isSending; arrived++) {
      await write(gateway)
      await rest(10)
    }
  })()
  const copy = join(folder, 'copy.db')
  const command = ['messages', 'backup', copy]
  const made = runCommand(command, { DATA_DIR: folder }).then(() => arrived)
  const arrivedMeanwhile = await Promise.race([made, rest(TIMEOUT_MS, 'never ended')])
  isSending = false
  await Promise.all([arrivals, made])
  expect(arrivedMeanwhile).toBeGreaterThan(0)
  // The backup excludes messages that arrived after it started, so it is one snapshot.
  expect(increment(copy)).toBeGreaterThanOrEqual(before)
  expect(increment(copy)).toBeLessThan(before + arrived)
}, 60_000)

test('a killed backup leaves no file under its name, and the next one succeeds', async () => {
  const folder = freshFolder()
  await createSentMessages(folder, MESSAGES)
  const file = join(folder, 'copy.db')
  const command = ['messages', 'backup', file]
  const env = onlySettings({ DATA_DIR: folder })
  const program = startProgram([process.execPath, COMMAND, ...command], { cwd: SITE, env })
  while (!readdirSync(folder).some((name) => name.startsWith('copy.db'))) await rest(1)
  program.child.kill('SIGKILL')
  await program.ended
  expect(existsSync(file)).toBe(false)
  expect(await runCommand(command, { DATA_DIR: folder })).toMatchObject({ exitCode: 0 })
  expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual(['copy.db'])
}, 60_000)

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
  const server = await startMailServer()
  onTestFinished(server.close)
  const restored = await spawnGateway({
    ...smtpSettings(server.url),
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    DATA_DIR: data,
  })
  const [received] = await server.waitFor(1)
  expect(received?.mail.messageId).toContain(id)
  await restored.stop('SIGTERM')
}, 60_000)

/** On PostgreSQL the attempts and the place of a gateway that was killed end by time alone. */
const SHORT = { ATTEMPT_MS: '9000', PLACE_MS: '4000' }
const SENDERS = 4
const LOAD_MS = shortOrLong(600, 5000)
const MIN_SENT = 3
/** A delay that ensures queued messages at any time. */
const ACCEPT_DELAY_MS = 40

test.each(STORES)(
  'a backup of %s taken under load is restored and delivered with the same Message-IDs',
  async (kind) => {
    const machine = await startMachine(kind)
    const server = await startMailServer()
    onTestFinished(server.close)
    server.beforeAccept = () => rest(ACCEPT_DELAY_MS)
    const environment = {
      ...smtpSettings(server.url),
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
    }
    const gateway = await spawnGateway({ ...environment, ...machine.settings, ...SHORT })
    const load = startLoad(SENDERS, () => gateway.url)
    await rest(LOAD_MS)
    await server.waitFor(MIN_SENT, 30)
    const beforeCopy = [...load.counts.answered]
    await machine.backUp()
    await rest(LOAD_MS)
    await gateway.stop('SIGKILL')
    await load.stop()
    const answered = [...load.counts.answered]
    const mailedBefore = server.received.length

    const place = await machine.loseAndRestore()
    const copied = await storedAt(place)
    const names = copied.map(({ name }) => name)
    expect(beforeCopy.filter((name) => !names.includes(name))).toEqual([])
    const waiting = copied.filter(({ state }) => state === 'queued')
    expect(waiting).not.toEqual([])
    const sent = copied.filter(({ state }) => state === 'sent')
    expect(sent).not.toEqual([])

    const second = await spawnGateway({ ...environment, ...place, ...SHORT })
    server.beforeAccept = () => {}
    // What was in flight at the copy has an unknown outcome, and would wait for a minute.
    const states = async () => {
      await callMessages(['retry', '--all'], { ...environment, ...place })
      return new Set((await storedAt(place)).map(({ state }) => state))
    }
    const sentAll = expect.poll(states, { timeout: 100_000, interval: 1000 })
    await sentAll.toEqual(new Set(['sent']))
    await second.stop('SIGTERM')
    // pg_restore fails on a violated constraint, such as an attempt without its message.
    if (kind === 'sqlite') {
      const file = { folder: place.DATA_DIR, databaseUrl: undefined }
      expect(await faultsInDatabase(file)).toEqual([])
    }

    const mails = messageIdsOf(server.received)
    expect(copied.filter(({ name, mailId }) => !mails.get(name)?.includes(mailId ?? ''))).toEqual(
      [],
    )
    const renamed = [...mails.values()].filter((ids) => new Set(ids).size > 1)
    expect(renamed).toEqual([])
    expect(sent.filter(({ name }) => mails.get(name)?.length !== 1)).toEqual([])
    recordResult({
      table: 'faults',
      what: `9 restored from a backup taken under load, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL by pg_dump'}`,
      figures: {
        'answered before the backup': beforeCopy.length,
        'in the backup': copied.length,
        'queued in it': waiting.length,
        lost: beforeCopy.filter((name) => !mails.has(name)).length,
        repeated: server.received.length - mails.size,
        'repeated under another Message-ID': renamed.length,
        'answered after the backup and lost with the disk': answered.filter(
          (name) => !names.includes(name),
        ).length,
        'of those mailed before': answered.filter(
          (name) => !names.includes(name) && mails.has(name),
        ).length,
        'mails before the loss': mailedBefore,
      },
    })
  },
  240_000,
)

type Settings = { DATA_DIR: string; DATABASE_URL?: string }

type Machine = {
  settings: Settings
  /** Takes a backup with the documented command. */
  backUp: () => Promise<void>
  /** Deletes everything but the backup, then restores it into an empty folder or server. */
  loseAndRestore: () => Promise<Settings>
}

/** A message store that is backed up as docs/operating.md describes. */
async function startMachine(kind: StoreKind): Promise<Machine> {
  const root = freshFolder()
  return kind === 'sqlite' ? fileMachine(root) : serverMachine(root)
}

function fileMachine(root: string): Machine {
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
