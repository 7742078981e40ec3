import { CommandLine, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { endQuietlyWithReader, terminalScreen } from 'reward-codes-gateway/terminal/screen'

type Command = { summary: string; run: () => Promise<unknown> }

// Each module parses its own arguments, and is imported only if its command is called.
const COMMANDS: Record<string, Command> = {
  start: {
    summary: 'Build the site if it is out of date, serve it and accept messages',
    run: () => import('./start.ts'),
  },
  dev: {
    summary: 'Serve the site and update it when its content changes',
    run: () => import('./dev.ts'),
  },
  build: { summary: 'Build the site into dist/', run: () => import('./build.ts') },
  preflight: {
    summary: 'Check the content before you publish',
    run: () => import('./preflight.ts'),
  },
  init: {
    summary: 'Create your content from the sample and a few questions',
    run: () => import('./init.ts'),
  },
  import: { summary: 'Update your portfolio from a resume', run: () => import('./import.ts') },
  export: {
    summary: 'Export your portfolio to standard formats',
    run: () => import('./export.ts'),
  },
  schema: {
    summary: 'Write the JSON Schema of the content, and .env.example',
    run: () => import('./schema.ts'),
  },
  messages: { summary: 'Manage messages from visitors', run: () => import('./messages.ts') },
  doctor: {
    summary: 'Check everything that delivery depends on',
    run: () => import('./doctor.ts'),
  },
}

/** A server does not end when the reader of its log does. */
const SERVERS = ['start', 'dev']

const [, , name = ''] = process.argv
if (!SERVERS.includes(name)) endQuietlyWithReader()
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command) {
  process.argv.splice(2, 1)
  await command.run()
} else {
  process.exitCode = await runCommandLine(overview(), process.argv.slice(2))
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
