import { runImport } from './portfolio/run-import.ts'
import { endQuietlyWithReader, terminalScreen } from './terminal/screen.ts'

endQuietlyWithReader()
process.exitCode = await runImport(process.argv.slice(2), terminalScreen())
