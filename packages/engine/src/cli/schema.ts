import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleEnvironment } from 'reward-codes-gateway/configuration'
import { CommandLine, optionsOrExit } from 'reward-codes-gateway/terminal/command-line'
import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { contentSchemaText, SCHEMA_FILE } from '../content/schema.ts'
import { OWNER_FOLDER } from '../folders.ts'

/** Runs `npm run schema`. */
export async function schema(): Promise<void> {
  await optionsOrExit(
    CommandLine.forScreen('npm run schema --', terminalScreen()).description(
      `Write content/${SCHEMA_FILE}, which editors use, and .env.example.`,
    ),
  )
  writeFileSync(join(OWNER_FOLDER, 'content', SCHEMA_FILE), contentSchemaText())
  console.log(`Wrote content/${SCHEMA_FILE}, which editors use for completion and help.`)
  writeFileSync(join(OWNER_FOLDER, '.env.example'), exampleEnvironment())
  console.log('Wrote .env.example, which describes every variable.')
}
