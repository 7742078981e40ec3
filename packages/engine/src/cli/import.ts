import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { runImport } from './portfolio/run-import.ts'

process.exitCode = await runImport(process.argv.slice(2), terminalScreen())
