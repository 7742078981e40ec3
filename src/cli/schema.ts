import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentSchemaText } from '../content/json-schema.ts'

const FILE = join(import.meta.dirname, '../../content/portfolio.schema.json')

writeFileSync(FILE, contentSchemaText())
console.log('Wrote content/portfolio.schema.json, which editors read for completion and help.')
