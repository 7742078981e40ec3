import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { nearest } from '../../content/nearest.ts'
import type { Configuration } from '../../gateway/configuration.ts'
import { openStore } from '../../gateway/store/store.ts'
import { readVersion } from '../../gateway/store/version.ts'
import { explainOption } from '../terminal/explain-option.ts'
import { harmlessJson, harmlessLine } from '../terminal/harmless.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Call, failed, type MessagesCommand, type Report, wrongUse } from './command.ts'
import { MESSAGES_COMMANDS } from './commands.ts'
import { COMMON_OPTIONS, helpFor, overview } from './help.ts'

export type Surroundings = {
  screen: Screen
  /** Read only once it is clear that a command is to run. */
  readConfiguration: () => Configuration
  now: number
}

/** Runs what was asked for, writes what came of it, and gives the exit code. */
export async function runMessages(args: string[], surroundings: Surroundings): Promise<number> {
  const [name = '', ...rest] = args
  const { screen } = surroundings
  if (['--help', '-h', 'help'].includes(name))
    return write(overview(screen.columns), screen.output, 0)
  if (!name) return write(overview(screen.columns), screen.errors, 2)
  const command = MESSAGES_COMMANDS.find((known) => known.name === name)
  if (!command) return write(unknownCommand(name), screen.errors, 2)
  if (rest.includes('--help') || rest.includes('-h')) {
    return write(helpFor(command, screen.columns), screen.output, 0)
  }
  return tell(await call(command, rest, surroundings), rest.includes('--json'), screen)
}

async function call(
  command: MessagesCommand,
  args: string[],
  { screen, readConfiguration, now }: Surroundings,
): Promise<Report> {
  const read = readArguments(command, args)
  if (!read.ok) return wrongUse(`${read.fault} See: npm run messages -- ${command.name} --help`)
  const { words, options } = read
  const configuration = readConfiguration()
  return withStore(command, { words, options, configuration, screen, now })
}

type ReadArguments =
  | { ok: true; words: string[]; options: Call['options'] }
  | { ok: false; fault: string }

function readArguments(command: MessagesCommand, args: string[]): ReadArguments {
  const { name, words: expected, fewestWords, mostWords } = command
  const options = { ...command.options, ...COMMON_OPTIONS }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length < fewestWords) return { ok: false, fault: `${name} needs ${expected}.` }
    if (positionals.length > mostWords) {
      const surplus = harmlessLine(positionals[mostWords] ?? '')
      return { ok: false, fault: `${name} does not know what to do with "${surplus}".` }
    }
    return { ok: true, words: positionals, options: values as Call['options'] }
  } catch (error) {
    return { ok: false, fault: explainOption(error, Object.keys(options)) }
  }
}

function unknownCommand(name: string): string {
  const names = MESSAGES_COMMANDS.map((command) => command.name)
  const near = nearest(name, names)
  const hint = near ? `Did you mean "${near}"?` : `Commands: ${names.join(', ')}.`
  return `There is no command "${harmlessLine(name)}". ${hint}`
}

/** Opens the database where there is one: a command makes none, the gateway does. */
async function withStore(command: MessagesCommand, call: Call): Promise<Report> {
  const { DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder } = call.configuration
  const place = { databaseUrl, dataFolder }
  try {
    if ((await readVersion(place)).kind === 'none') return await command.whenNone(call)
    const store = await openStore(place)
    try {
      return await command.run({ ...call, store })
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!isOfSurroundings(error)) throw error
    return failed(`${command.name} could not be done: ${(error as Error).message}`)
  }
}

/** A locked database, a full disk, a server that does not answer; anything else is a fault of ours. */
function isOfSurroundings(error: unknown): boolean {
  const isProgrammers = error instanceof TypeError || error instanceof ReferenceError
  return error instanceof Error && !isProgrammers
}

function tell(report: Report, isJson: boolean, { output, errors }: Screen): number {
  const { exitCode, text, data, isAside } = report
  if (isJson && data !== undefined) return write(harmlessJson(data), output, exitCode)
  return write(text, isAside ? errors : output, exitCode)
}

function write(text: string, stream: Writable, exitCode: number): number {
  stream.write(`${text}\n`)
  return exitCode
}
