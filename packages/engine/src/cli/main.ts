import { CommandLine, NPM_RUN, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { endQuietlyWithReader, terminalScreen } from 'reward-codes-gateway/terminal/screen'

/** `run` resolves to the exit code, or sets it itself. */
type Command = { summary: string; run: (args: string[]) => Promise<unknown> }

// Each module parses its own arguments, and is imported only if its command is called.
const COMMANDS: Record<string, Command> = {
  start: {
    summary: 'Build the site if it is out of date, serve it and accept messages',
    run: async () => (await import('./start.ts')).start(),
  },
  dev: {
    summary: 'Serve the site and update it when its content changes',
    run: async () => (await import('./dev.ts')).dev(),
  },
  build: {
    summary: 'Build the site into dist/',
    run: async () => (await import('./build.ts')).build(),
  },
  preflight: {
    summary: 'Check the content before you publish',
    run: async (args) => (await import('./preflight.ts')).runPreflight(args, terminalScreen()),
  },
  init: {
    summary: 'Create your content from the sample and a few questions',
    run: async (args) => (await import('./init.ts')).runInit(args, terminalScreen()),
  },
  import: {
    summary: 'Update your portfolio from a resume',
    run: async (args) => (await import('./import.ts')).runImport(args, terminalScreen()),
  },
  export: {
    summary: 'Export your portfolio to standard formats',
    run: async (args) => (await import('./export.ts')).runExport(args, terminalScreen()),
  },
  schema: {
    summary: 'Write the JSON Schema of the content, and .env.example',
    run: async () => (await import('./schema.ts')).schema(),
  },
  messages: {
    summary: 'Manage messages from visitors',
    run: (args) => callGateway('messages', args),
  },
  doctor: {
    summary: 'Check everything that delivery depends on',
    run: (args) => callGateway('doctor', args),
  },
}

/** A server does not end when the reader of its log does. */
const SERVERS = ['start', 'dev']

const [, , name = ''] = process.argv
if (!SERVERS.includes(name)) endQuietlyWithReader()
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command) process.argv.splice(2, 1)
const args = process.argv.slice(2)
const exitCode = await (command ? command.run(args) : runCommandLine(overview(), args))
if (typeof exitCode === 'number') process.exitCode = exitCode

async function callGateway(name: string, args: string[]): Promise<void> {
  const { callProgram } = await import('reward-codes-gateway/cli/program')
  const { readOwnSite } = await import('./own-site.ts')
  await callProgram(NPM_RUN, [name, ...args], readOwnSite)
}

/** The help that lists all commands, and the errors for unknown ones. */
function overview(): CommandLine {
  const program = CommandLine.forScreen('reward-codes', terminalScreen())
    .description('Build and serve a portfolio site from one content file.')
    .usage('COMMAND [options]')
    .helpCommand(false)
    .addNotes(
      [['build --help', 'the options of one command']],
      'Exit codes: 0 success, 1 failure, 2 usage error.',
    )
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    program.command(name).description(summary).usage('')
  }
  return program
}
