import { runExport } from './portfolio/run-export.ts'
import { endQuietlyWithReader, terminalScreen } from './terminal/screen.ts'

endQuietlyWithReader()
process.exitCode = await runExport(process.argv.slice(2), terminalScreen())
