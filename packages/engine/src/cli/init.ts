import { runInit } from './portfolio/run-init.ts'
import { openAsker } from './terminal/asker.ts'
import { endQuietlyWithReader, terminalScreen } from './terminal/screen.ts'

endQuietlyWithReader()
process.exitCode = await runInit(process.argv.slice(2), terminalScreen(), openAsker)
