import { configurationOrExit } from './configuration-or-exit.ts'
import { runMessages } from './messages/run.ts'
import { endQuietlyWithReader, terminalScreen } from './terminal/screen.ts'

endQuietlyWithReader()

process.exitCode = await runMessages(process.argv.slice(2), {
  screen: terminalScreen(),
  readConfiguration: configurationOrExit,
  now: Date.now(),
})
