import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'

const COMMANDS: Record<string, () => Promise<unknown>> = {
  start: () => import('./start.ts'),
  dev: () => import('./dev.ts'),
  build: () => import('./build.ts'),
  preflight: () => import('./preflight.ts'),
  init: () => import('./init.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  schema: () => import('./schema.ts'),
  messages: () => import('./messages.ts'),
  doctor: () => import('./doctor.ts'),
}

const [, , name = ''] = process.argv
const command = COMMANDS[name]
if (command) {
  // Each command reads its own arguments.
  process.argv.splice(2, 1)
  await command()
} else {
  console.error(
    `Unknown command "${sanitizeLine(name)}". Commands: ${Object.keys(COMMANDS).join(', ')}.`,
  )
  process.exitCode = 2
}
