import type { Command } from 'commander'
import type { DoctorSurroundings } from './doctor/finding.ts'
import { addBackup } from './messages/backup.ts'
import { addChanging } from './messages/change.ts'
import { commandsOf, type MessagesSurroundings } from './messages/command.ts'
import { addReading } from './messages/read.ts'
import { configurationOrExit } from './owner-folder.ts'
import { createProgram, runCommandLine } from './terminal/command-line.ts'
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
export async function runProgram(
  name: string,
  args: string[],
  surroundings: Surroundings,
): Promise<number> {
  const program = createProgram(name, surroundings.screen)
  let exitCode = 0
  const end = (code: number) => {
    exitCode = code
  }
  // The modules of start and doctor are imported lazily: they open servers and connections.
  const start = program
    .command('start')
    .description('Serve the built site, if there is one, and accept messages')
    .action(async ({ role }) =>
      (await import('./run-server.ts')).start(role, surroundings.readSite),
    )
  addServerHelp(start)

  const messages = program
    .command('messages')
    .description('Manage messages from visitors')
    .helpCommand('help [COMMAND]', 'Print the help of a command.')
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 usage error.')
  const add = commandsOf(messages, surroundings, end)
  for (const addTo of [addReading, addChanging, addBackup]) addTo(add)

  program
    .command('doctor')
    .description(DOCTOR)
    .summary('Check the content, and all that delivery depends on')
    .option('--send-test', 'Also send a test mail to MAIL_TO.')
    .option('--json', 'Print JSON instead of text.')
    .addHelpText('after', DOCTOR_HELP)
    .action(async (options) => {
      const { printFindings } = await import('./doctor/doctor.ts')
      end(await printFindings(options, surroundings))
    })
  return (await runCommandLine(program, args)) || exitCode
}

const DOCTOR =
  'Check the content, and all that delivery depends on: configuration, database, queue and mail server. ' +
  'Each line starts with ok, warning or failed. Test writes are undone.'
const DOCTOR_HELP = `
--json prints { findings: [{ check, status, found, advice, errors }], failed, warnings }.
Exit codes: 0 no check failed, 1 a check failed, 2 usage error.`

/** Adds the options and the help of a command that starts the server. */
export function addServerHelp(command: Command): Command {
  return command
    .addOption(
      command
        .createOption('--role <ROLE>', 'Run only this part of the server.')
        .choices(['web', 'gateway']),
    )
    .addHelpText('after', '\nHOST and PORT set the address. .env.example describes every variable.')
}
