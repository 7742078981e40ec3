import type { Command } from 'commander'
import type { DoctorSurroundings } from './doctor/finding.ts'
import { addBackup } from './messages/backup.ts'
import { addBlocked } from './messages/blocked.ts'
import {
  type AddCommand,
  type MessagesCommand,
  type MessagesSurroundings,
  runOnStore,
} from './messages/command.ts'
import { addForget } from './messages/forget.ts'
import { addList } from './messages/list.ts'
import { addRequeue } from './messages/requeue.ts'
import { addShow } from './messages/show.ts'
import { configurationOrExit } from './owner-folder.ts'
import { CommandLine, callOf, runCommandLine } from './terminal/command-line.ts'
import { sanitizeJson } from './terminal/sanitize.ts'
import { terminalScreen } from './terminal/screen.ts'

/** Runs a command of the gateway in this process. `name` is how the user calls the program. */
export async function callProgram(name: string, args: string[], site: OfSite): Promise<void> {
  const screen = terminalScreen()
  const surroundings = { screen, readConfiguration: configurationOrExit, ...site }
  process.exitCode = await runProgram(name, args, surroundings)
}

type Surroundings = MessagesSurroundings & DoctorSurroundings

type OfSite = Pick<DoctorSurroundings, 'readSite' | 'checkSite'>

/** Runs a command and returns its exit code: 0 success, 1 failure, 2 usage error. */
export function runProgram(
  name: string,
  args: string[],
  surroundings: Surroundings,
): Promise<number> {
  const program = CommandLine.forScreen(name, surroundings.screen)
  addStart(program, surroundings)
  addMessages(program, surroundings)
  addDoctor(program, surroundings)
  return runCommandLine(program, args)
}

// The modules of start and doctor are imported lazily: they open servers and connections.

function addStart(program: CommandLine, { readSite }: Surroundings): void {
  const start = program.command('start')
  start
    .description('Serve the built site, if there is one, and accept messages')
    .addOption(roleOption(start))
    .addNotes([], 'HOST and PORT set the address. .env.example describes every variable.')
    .action(async ({ role }) =>
      (await import('./run-server.ts')).start(callOf(start), role, readSite),
    )
}

export function roleOption(command: CommandLine) {
  return command
    .createOption('--role <ROLE>', 'Run only this part of the server.')
    .choices(['web', 'gateway'])
}

/** Adds `messages` and its commands: reading, changing, deleting. */
function addMessages(program: CommandLine, surroundings: Surroundings): void {
  const messages = program
    .command('messages')
    .description('Manage messages from visitors')
    .helpCommand('help [COMMAND]', 'Print the help of a command.')
    .addNotes([], 'Exit codes: 0 success, 1 failure, 2 usage error.')
  const add: AddCommand = <Given extends unknown[]>(
    usage: string,
    summary: string,
    command: MessagesCommand<Given>,
  ) =>
    messages
      .command(usage)
      .description(summary)
      .option('--json', 'Print JSON instead of text.')
      .action(async (...parsed) => {
        const self = parsed.pop() as Command
        const report = await runOnStore(self.name(), command, surroundings, parsed as Given)
        const { exitCode, text, data, toStderr } = report
        const { output, errors } = surroundings.screen
        if (self.opts().json) output.write(`${sanitizeJson(data)}\n`)
        else (toStderr ? errors : output).write(`${text}\n`)
        program.exitCode = exitCode
      })
  addList(add)
  addShow(add)
  addRequeue(add)
  addBackup(add)
  addForget(add)
  addBlocked(add)
}

function addDoctor(program: CommandLine, surroundings: Surroundings): void {
  const doctor = program.command('doctor')
  doctor
    .description(
      'Check everything that delivery depends on: configuration, content, database, queue and ' +
        'mail server. Each line starts with ok, warning or failed.',
    )
    .summary('Check everything that delivery depends on')
    .option('--send-test', 'Also send a test mail to MAIL_TO.')
    .option('--json', 'Print JSON instead of text.')
    .addNotes(
      [
        ['', 'all checks; test writes are undone'],
        ['--send-test', 'after you have changed the mail server'],
      ],
      '--json prints { findings: [{ check, status, found, advice, errors }], failed, warnings }.',
      'Exit codes: 0 no check failed, 1 a check failed, 2 usage error.',
    )
    .action(async (options) => {
      const { printFindings } = await import('./doctor/doctor.ts')
      program.exitCode = await printFindings(options, surroundings)
    })
}
