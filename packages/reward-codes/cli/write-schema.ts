import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleEnvironment } from 'reward-codes-gateway/configuration'
import { scriptCallWithOptions } from 'reward-codes-gateway/own-command'
import { createProgram, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import {
  contentSchemaText,
  LANGUAGE_SCHEMA_FILE,
  languageSchemaText,
  SCHEMA_FILE,
} from '../content/json-schema.ts'
import { languagesIn } from '../content/languages.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { readOwnSections } from './own-sections.ts'

/** Writes the generated files beside the content and returns the exit code. */
export function runSchema(args: string[], screen: Screen): Promise<number> {
  const program = createProgram(scriptCallWithOptions('schema'), screen)
    .description(`Write content/${SCHEMA_FILE}, which editors use, and .env.example.`)
    .action(async () => {
      const { sections } = await readOwnSections()
      const content = join(OWNER_FOLDER, 'content')
      writeFileSync(join(content, SCHEMA_FILE), contentSchemaText(sections))
      console.log(`Wrote content/${SCHEMA_FILE}, which editors use for completion and help.`)
      if (languagesIn(content).length > 0) {
        writeFileSync(join(content, LANGUAGE_SCHEMA_FILE), languageSchemaText())
        console.log(`Wrote content/${LANGUAGE_SCHEMA_FILE} for the files of other languages.`)
      }
      writeFileSync(join(OWNER_FOLDER, '.env.example'), exampleEnvironment())
      console.log('Wrote .env.example, which describes every variable.')
    })
  return runCommandLine(program, args)
}
