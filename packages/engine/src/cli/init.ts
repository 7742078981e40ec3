import { openAsker } from 'reward-codes-gateway/terminal/asker'
import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { runInit } from './portfolio/run-init.ts'

process.exitCode = await runInit(process.argv.slice(2), terminalScreen(), openAsker)
