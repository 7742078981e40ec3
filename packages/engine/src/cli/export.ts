import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { runExport } from './portfolio/run-export.ts'

process.exitCode = await runExport(process.argv.slice(2), terminalScreen())
