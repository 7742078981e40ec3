import { openAsker } from 'reward-codes-gateway/terminal/asker'
import { endQuietlyWithReader, terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { runInit } from './portfolio/run-init.ts'

endQuietlyWithReader()
process.exitCode = await runInit(process.argv.slice(2), terminalScreen(), openAsker)
