import { styleText } from 'node:util'
import { Command, CommanderError, Help } from 'commander'
import { SITE_SCRIPTS, scriptCallWithOptions } from '../../own-command.ts'
import { sanitizeJson, sanitizeText } from './sanitize.ts'
import type { Screen } from './screen.ts'

/** Longer lines are hard to read. */
const MAX_WIDTH = 100
/** A text narrower than this is not wrapped: it would have a word a line. */
const MIN_WRAPPED_WIDTH = 20

/** A command of commander with examples in its help. */
export class CommandLine extends Command {
  /** Set by the action. */
  exitCode = 0

  /** Creates a program, named as you call it, such as `npm run build --`. */
  static forScreen(name: string, { output, errors, columns }: Screen): CommandLine {
    const width = Math.min(columns, MAX_WIDTH)
    return new CommandLine(name)
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
        minWidthToWrap: MIN_WRAPPED_WIDTH,
      })
      .helpOption('-h, --help', 'Print this help.')
      .showHelpAfterError('(--help lists what is possible)')
  }

  override createCommand(name?: string): CommandLine {
    return new CommandLine(name)
  }

  /** Adds examples and notes at the end of the help. */
  addNotes(examples: [args: string, meaning: string][], ...notes: string[]): this {
    return this.addHelpText('after', () => {
      const width = this.configureOutput().getOutHelpWidth?.() ?? MAX_WIDTH
      const lines = examples.flatMap(([args, meaning]) => [
        `  ${callOf(this)} ${args}`.replace(/(?: --)? $/, ''),
        `      ${meaning}`,
      ])
      return [
        ...(lines.length > 0 ? ['', styleText('bold', 'Examples:'), ...lines] : []),
        ...notes.flatMap((note) => ['', ...wrap(note, width)]),
      ].join('\n')
    })
  }
}

/** How you type a command: its name after those of its parents. */
export function callOf(command: Command): string {
  if (!command.parent) return command.name()
  if (command.parent.name() === SITE_SCRIPTS) return scriptCallWithOptions(command.name())
  return `${callOf(command.parent)} ${command.name()}`
}

/** Parses the arguments, runs the action and returns the exit code: 2 for a usage error. */
export async function runCommandLine(program: CommandLine, args: string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' })
    return program.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Commander has printed the error, or the help.
    if (error.exitCode === 0) return 0
    const json = `${sanitizeJson({ error: error.message })}\n`
    if (args.includes('--json')) program.configureOutput().writeOut?.(json)
    return 2
  }
}

/** Wraps a text between words. */
export function wrap(text: string, width: number): string[] {
  const help = Object.assign(new Help(), { minWidthToWrap: MIN_WRAPPED_WIDTH })
  return help.boxWrap(text, width).split('\n')
}
