import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentSchemaText } from '../content/json-schema.ts'
import { exampleEnvironment } from '../gateway/configuration.ts'

const ROOT = join(import.meta.dirname, '../..')

writeFileSync(join(ROOT, 'content/portfolio.schema.json'), contentSchemaText())
console.log('Wrote content/portfolio.schema.json, which editors read for completion and help.')
writeFileSync(join(ROOT, '.env.example'), exampleEnvironment())
console.log('Wrote .env.example, which explains every variable.')
