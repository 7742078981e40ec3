import type { Configuration } from '../../gateway/configuration.ts'
import type { Store } from '../../gateway/store/store.ts'
import type { Screen } from '../terminal/screen.ts'

export type Option = {
  type: 'string' | 'boolean'
  /** What stands for the value in the help. */
  value?: string
  help: string
}

export type Options = Record<string, Option>

export type Given<O extends Options> = {
  [name in keyof O]?: O[name]['type'] extends 'boolean' ? boolean : string
}

/** A command as it was called. */
export type Call<O extends Options = Options> = {
  options: Given<O>
  /** What follows the command and is no option. */
  words: string[]
  configuration: Configuration
  screen: Screen
  now: number
}

/** A call of a command on messages, once there is a database. */
export type StoreCall<O extends Options = Options> = Call<O> & { store: Store }

/** What came of it: 0 is done, 1 failed, 2 wrongly used. */
export type Report = {
  exitCode: 0 | 1 | 2
  /** For people. */
  text: string
  /** For scripts; its shape stands in the help and does not change. */
  data: unknown
  /** The text belongs on the error stream: nothing was done, or the output carries something else. */
  isAside?: boolean
}

export type MessagesCommand<O extends Options = Options> = {
  name: string
  summary: string
  /** The words that follow the command, for the help. */
  words: string
  fewestWords: number
  mostWords: number
  options: O
  examples: [command: string, meaning: string][]
  /** What else has to be known, and what --json gives. */
  notes: string[]
  run(call: StoreCall<O>): Promise<Report>
  /** The answer where no message has ever come in and there is no database. */
  whenNone(call: Call<O>): Report | Promise<Report>
}

/** Gives the options of a command their types. */
export function defineCommand<const O extends Options>(
  command: MessagesCommand<O>,
): MessagesCommand {
  return command
}

export function done(text: string, data: unknown): Report {
  return { exitCode: 0, text, data }
}

export function failed(text: string): Report {
  return { exitCode: 1, text, data: { error: text }, isAside: true }
}

export function wrongUse(text: string): Report {
  return { exitCode: 2, text, data: { error: text }, isAside: true }
}
