import type { ReadSite } from '../own-site.ts'
import type { Finding } from './doctor/finding.ts'
import { configurationOrExit } from './owner-folder.ts'
import { runProgram } from './program.ts'
import { endQuietlyWithReader, terminalScreen } from './terminal/screen.ts'

/** Runs a command of the gateway in this process. `name` is how the user calls the program. */
export async function callProgram(
  name: string,
  args: string[],
  readSite: () => ReadSite,
  checkSite?: () => Promise<Finding[]>,
): Promise<void> {
  // A server does not end when the reader of its log does.
  if (args[0] !== 'start') endQuietlyWithReader()
  const screen = terminalScreen()
  const surroundings = {
    screen,
    readConfiguration: configurationOrExit,
    readSite,
    ...(checkSite && { checkSite }),
    now: Date.now(),
  }
  process.exitCode = await runProgram(name, args, surroundings)
}
