import { SITE_SCRIPTS } from 'reward-codes-gateway/own-command'
import { createProgram, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import {
  endQuietlyWithReader,
  type Screen,
  terminalScreen,
} from 'reward-codes-gateway/terminal/screen'
import { UserError } from '../user-error.ts'

type Run = (args: string[], screen: Screen) => Promise<number | undefined>

// Each module parses its own arguments, and is imported only if its command is called.
const COMMANDS: Record<string, [summary: string, load: () => Promise<Run>]> = {
  start: [
    'Build the site if it is out of date, serve it and accept messages',
    async () => (await import('./start.ts')).runStart,
  ],
  init: [
    'Create your content from a few questions',
    async () => (await import('./init.ts')).runInit,
  ],
  translate: [
    'Write the texts that the file of a language lacks',
    async () => (await import('./translate.ts')).runTranslate,
  ],
  schema: [
    'Write the JSON Schema of the content, and .env.example',
    async () => (await import('./write-schema.ts')).runSchema,
  ],
  messages: ['Manage messages from visitors', () => gatewayCommand('messages')],
  doctor: ['Check the content, and all that delivery depends on', () => gatewayCommand('doctor')],
}

const [name = '', ...args] = process.argv.slice(2)
const screen = terminalScreen()
// A server does not end when the reader of its log does.
if (name !== 'start') endQuietlyWithReader()
process.exitCode = (await call().catch(explain)) ?? process.exitCode

async function call(): Promise<number | undefined> {
  const [, load] = (Object.hasOwn(COMMANDS, name) && COMMANDS[name]) || []
  if (load) return (await load())(args, screen)
  return runCommandLine(overview(), process.argv.slice(2))
}

function explain(error: unknown): number {
  if (!(error instanceof UserError)) throw error
  screen.errors.write(`${sanitizeText(error.message)}\n`)
  return 1
}

async function gatewayCommand(name: string): Promise<Run> {
  const { callProgram } = await import('reward-codes-gateway/cli/program')
  return async (args) => {
    const { findings, ...options } = name === 'doctor' ? await wholeCheck() : { findings: [] }
    await callProgram(SITE_SCRIPTS, [name, ...args], {
      readSite: async () => (await import('./portfolio-file.ts')).readSite(options),
      checkSite: async () => [
        ...findings,
        ...(await (await import('./check-site.ts')).checkSite(options)),
      ],
    })
    return undefined
  }
}

/** Imported for `doctor` only: it loads a program that decodes images, and the configuration of Astro. */
async function wholeCheck() {
  const { contentAssets } = await import('../images/content-assets.ts')
  const { readOwnSections } = await import('./own-sections.ts')
  return { assets: contentAssets, ...(await readOwnSections()) }
}

/** The help that lists all commands, and the errors for unknown ones. */
function overview() {
  const program = createProgram('reward-codes', screen)
    .description('Serve a portfolio site that Astro builds from one content file.')
    .usage('COMMAND [options]')
    .helpCommand(false)
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 usage error.')
  for (const [name, [summary]] of Object.entries(COMMANDS)) {
    program.command(name).description(summary).usage('')
  }
  return program
}
