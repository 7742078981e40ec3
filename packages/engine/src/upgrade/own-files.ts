import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleEnvironment } from 'reward-codes-gateway/configuration'
import { contentSchemaText, SCHEMA_FILE } from '../content/schema.ts'
import { migrate, type OwnTexts } from './migrations.ts'

/** A file of the owner's folder before and after. */
export type ChangedFile = { path: string; before: string; after: string }

const OWN: Record<keyof OwnTexts, string> = {
  portfolio: 'content/portfolio.yaml',
  theme: 'content/theme.css',
  environment: '.env',
}

/** Files that the engine generates. They are updated where an owner has them. */
const GENERATED = {
  [`content/${SCHEMA_FILE}`]: contentSchemaText,
  '.env.example': exampleEnvironment,
}

/** What the migrations change in an owner's folder. */
export function findMigrations(folder: string): { own: ChangedFile[]; generated: ChangedFile[] } {
  const read = (path: string) => {
    const file = join(folder, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const before: Partial<OwnTexts> = {}
  for (const [name, path] of Object.entries(OWN)) {
    const text = read(path)
    if (text !== undefined) before[name as keyof OwnTexts] = text
  }
  const { portfolio } = before
  const after: Partial<OwnTexts> =
    portfolio === undefined ? before : migrate({ ...before, portfolio })
  const own = Object.entries(OWN).map(([name, path]) => ({
    path,
    before: before[name as keyof OwnTexts] ?? '',
    after: after[name as keyof OwnTexts] ?? '',
  }))
  const generated = Object.entries(GENERATED).flatMap(([path, make]) => {
    const text = read(path)
    return text === undefined ? [] : [{ path, before: text, after: make() }]
  })
  const isChanged = (file: ChangedFile) => file.before !== file.after
  return { own: own.filter(isChanged), generated: generated.filter(isChanged) }
}
