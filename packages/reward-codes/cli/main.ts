import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { runStart } from './start.ts'

// The commands of the engine move here: init, schema, messages, doctor.
const [name, ...args] = process.argv.slice(2)
if (name === 'start') process.exitCode = await runStart(args, terminalScreen())
