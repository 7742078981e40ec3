import { endQuietlyWithReader, terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { runImport } from './portfolio/run-import.ts'

endQuietlyWithReader()
process.exitCode = await runImport(process.argv.slice(2), terminalScreen())
