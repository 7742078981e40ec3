import type { Configuration } from '../../configuration.ts'
import { createRedactor } from '../../redact.ts'
import { openExistingStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import type { CommandLine } from '../terminal/command-line.ts'
import type { Screen } from '../terminal/screen.ts'

/** What a command of `messages` reads and writes. */
export type MessagesSurroundings = {
  screen: Screen
  /** Called only if a command needs it. */
  readConfiguration: () => Configuration
}

/** `now` is the time that gateways use: on PostgreSQL, that of the database server. */
export type StoreCall = Omit<MessagesSurroundings, 'readConfiguration'> & {
  configuration: Configuration
  store: Store
  now: number
}

/** The result of a command. Exit code 0: done, 1: failed, 2: wrong usage. */
export type Report = {
  exitCode: 0 | 1 | 2
  /** The output without --json. */
  text: string
  /** The output of --json. The help documents its shape, which is stable. */
  data: unknown
  /** Prints the text to stderr, because the command failed. */
  toStderr?: boolean
}

/** `Given` are the parsed arguments and options. */
export type MessagesCommand<Given extends unknown[]> = {
  run: (call: StoreCall, ...given: Given) => Promise<Report>
  /** The report if there is no database yet. Default: failed. */
  withoutDatabase?: (...given: Given) => Report
}

/** Adds a command to `messages`, without its options and notes. */
export type AddCommand = <Given extends unknown[]>(
  usage: string,
  summary: string,
  command: MessagesCommand<Given>,
) => CommandLine

export function done(text: string, data: unknown): Report {
  return { exitCode: 0, text, data }
}

export function failed(text: string, exitCode: 1 | 2 = 1): Report {
  return { exitCode, text, data: { error: text }, toStderr: true }
}

export const NO_MESSAGES = 'No messages yet.'

/** Runs a command on the database, if it exists. Only the gateway creates and migrates it. */
export async function runOnStore<Given extends unknown[]>(
  name: string,
  { run, withoutDatabase = () => failed(NO_MESSAGES) }: MessagesCommand<Given>,
  { readConfiguration, ...surroundings }: MessagesSurroundings,
  given: Given,
): Promise<Report> {
  const configuration = readConfiguration()
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = configuration
  try {
    const store = await openExistingStore({ databaseUrl, dataFolder })
    if (!store) return withoutDatabase(...given)
    try {
      return await run({ ...surroundings, configuration, store, now: store.clock() }, ...given)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!isEnvironmentError(error)) throw error
    return failed(`${name} failed: ${createRedactor(process.env)(error.message)}`)
  }
}

/** An error of the environment, such as a locked database or a full disk. Others are bugs. */
function isEnvironmentError(error: unknown): error is Error {
  const isBug = error instanceof TypeError || error instanceof ReferenceError
  return error instanceof Error && !isBug
}
