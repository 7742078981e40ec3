import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleEnvironment } from 'reward-codes-gateway/configuration'
import { contentSchemaText, SCHEMA_FILE } from '../content/json-schema.ts'
import { OWNER_FOLDER } from '../folders.ts'

writeFileSync(join(OWNER_FOLDER, 'content', SCHEMA_FILE), contentSchemaText())
console.log(`Wrote content/${SCHEMA_FILE}, which editors use for completion and help.`)
writeFileSync(join(OWNER_FOLDER, '.env.example'), exampleEnvironment())
console.log('Wrote .env.example, which describes every variable.')
