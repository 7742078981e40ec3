import { styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { SITE_SCRIPTS, scriptCallWithOptions } from '../../own-command.ts'
import { sanitizeText } from './sanitize.ts'
import type { Screen } from './screen.ts'

export type Program = Command

/** Longer lines are hard to read. */
const MAX_WIDTH = 100

/** Creates a program, named as you call it, such as `npm run build --`. */
export function createProgram(name: string, { output, errors, columns }: Screen): Command {
  const width = Math.min(columns, MAX_WIDTH)
  return new Command(name)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errors.write(text),
      outputError: (text, write) => write(sanitizeText(text)),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    })
    .configureHelp({
      commandUsage: (command) => `${callOf(command)} ${command.usage()}`,
      subcommandTerm: (command) =>
        `${command.name()} ${command.usage().replace(/\[options\] ?/, '')}`.trimEnd(),
      styleTitle: (title) => styleText('bold', title),
    })
    .helpOption('-h, --help', 'Print this help.')
    .showHelpAfterError('(--help lists what is possible)')
}

/** How you type a command: its name after those of its parents. */
function callOf(command: Command): string {
  if (!command.parent) return command.name()
  if (command.parent.name() === SITE_SCRIPTS) return scriptCallWithOptions(command.name())
  return `${callOf(command.parent)} ${command.name()}`
}

/** Parses the arguments and runs the action. Returns the exit code 2 for a usage error, and 0 otherwise. */
export async function runCommandLine(program: Command, args: string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Commander has printed the error, or the help.
    return error.exitCode === 0 ? 0 : 2
  }
}
