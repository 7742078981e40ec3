import { configurationOrExit } from './configuration-or-exit.ts'
import { runMessages } from './messages/run.ts'
import { terminalScreen } from './terminal/screen.ts'

// Whoever reads the output may have seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runMessages(process.argv.slice(2), {
  screen: terminalScreen(),
  readConfiguration: configurationOrExit,
  now: Date.now(),
})
