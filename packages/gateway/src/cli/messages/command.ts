import { type Command, InvalidArgumentError } from 'commander'
import { isAddress } from '../../address.ts'
import type { Configuration } from '../../configuration.ts'
import { createRedactor } from '../../redact.ts'
import type { Database, Message } from '../../store/database.ts'
import { findMessages, listMessages } from '../../store/messages.ts'
import { openExistingStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { sanitizeJson, sanitizeLine } from '../terminal/sanitize.ts'
import type { Screen } from '../terminal/screen.ts'

/** What a command of `messages` reads and writes. */
export type MessagesSurroundings = {
  screen: Screen
  /** Called only if a command needs it. */
  readConfiguration: () => Configuration
  /** How long a command waits while another program locks the database, if not 5 s. */
  waitMs?: number
}

/** `now` is the time that gateways use: on PostgreSQL, that of the database server. */
export type Call = { screen: Screen; configuration: Configuration; store: Store; now: number }

/** The result of a command. Exit code 0: done, 1: failed, 2: wrong usage. */
export type Report = {
  exitCode: 0 | 1 | 2
  /** The output without --json. */
  text: string
  /** The output of --json. */
  data: unknown
}

export function done(text: string, data: unknown): Report {
  return { exitCode: 0, text, data }
}

export function failed(text: string, exitCode: 1 | 2 = 1): Report {
  return { exitCode, text, data: { error: text } }
}

const NO_MESSAGES = 'No messages yet.'

/** Returns what adds commands to `messages`. `end` takes the exit code of the one that is called. */
export function commandsOf(
  messages: Command,
  surroundings: MessagesSurroundings,
  end: (exitCode: number) => void,
) {
  const { output, errors } = surroundings.screen
  /**
   * Adds a command, without its options and notes. `Given` are the parsed arguments and options, `empty` the output of
   * --json without a database, which is an error otherwise.
   */
  return <Given extends unknown[]>(
    usage: string,
    summary: string,
    run: (call: Call, ...given: Given) => Promise<Report>,
    empty?: object,
  ) =>
    messages
      .command(usage)
      .description(summary)
      .option('--json', 'Print JSON instead of text.')
      .action(async (...parsed) => {
        const self = parsed.pop() as Command
        const runIt = (call: Call) => run(call, ...(parsed as Given))
        const report = await runOnStore(surroundings, self.name(), runIt, empty)
        const { exitCode, text, data } = report
        if (self.opts().json) output.write(`${sanitizeJson(data)}\n`)
        else (exitCode === 0 ? output : errors).write(`${text}\n`)
        end(exitCode)
      })
}

export type AddCommand = ReturnType<typeof commandsOf>

/** Runs a command on the database, if it exists. Only the gateway creates and migrates it. */
async function runOnStore(
  { screen, readConfiguration, waitMs }: MessagesSurroundings,
  name: string,
  run: (call: Call) => Promise<Report>,
  empty: object | undefined,
): Promise<Report> {
  const configuration = readConfiguration()
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  try {
    const store = await openExistingStore({ databaseUrl, dataFolder, waitMs })
    if (!store) return empty ? done(NO_MESSAGES, empty) : failed(NO_MESSAGES)
    try {
      return await run({ screen, configuration, store, now: store.clock() })
    } finally {
      await store.close()
    }
  } catch (error) {
    // An error of the environment, such as a locked database or a full disk, is no bug.
    const isBug = error instanceof TypeError || error instanceof ReferenceError
    if (isBug || !(error instanceof Error)) throw error
    return failed(`${name} failed: ${createRedactor(process.env)(error.message)}`)
  }
}

/** Parses an argument that is an address. */
export function readAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (!isAddress(address)) throw new InvalidArgumentError('It is not a plain e-mail address.')
  return address
}

/** The length of the end of an id that lists show; commands accept it as an id. */
const SHORT_NAME_LENGTH = 6
const LATEST = 'latest'

export function shortName(id: string): string {
  return id.slice(-SHORT_NAME_LENGTH)
}

/** Runs a command on the messages of ids, ends of ids and `latest`. Fails if one is unknown or ambiguous. */
export async function withMessages(
  db: Database,
  names: string[],
  run: (messages: Message[]) => Promise<Report>,
): Promise<Report> {
  const messages = new Map<string, Message>()
  for (const name of names) {
    const id = name.trim().toLowerCase()
    const found = id === LATEST ? await listMessages(db, {}, 1) : await findMessages(db, id, 2)
    const [message] = found
    if (!message || found.length > 1) return failed(describeMismatch(sanitizeLine(name), found))
    messages.set(message.id, message)
  }
  return run([...messages.values()])
}

function describeMismatch(name: string, found: Message[]): string {
  return found.length === 0
    ? `No message matches "${name}". Use an id from the first column of "list", or "latest".`
    : `"${name}" matches several messages, such as ${found.map(({ id }) => id).join(' and ')}.`
}
