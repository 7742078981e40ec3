import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { codeFile } from '../folders.ts'

/** The package's interface for parts. */
export const PUBLIC_MODULE = 'reward-codes/parts'
export const PUBLIC_FILE = codeFile('page/public.ts')

/** A name of the public module, and the file or the package that it is from, with its name there. */
type PublicName = { exported: string; from: string; name: string; isType: boolean }

let names: PublicName[] | undefined

/** The names of the public module. It only re-exports. */
export function publicNames(): PublicName[] {
  names ??= readPublicNames()
  return names
}

function readPublicNames(): PublicName[] {
  const { module } = parseSync(PUBLIC_FILE, readFileSync(PUBLIC_FILE, 'utf8'))
  const entries = module.staticExports.flatMap(({ entries }) => entries)
  return entries.flatMap(({ exportName, importName, moduleRequest, isType }) => {
    if (!moduleRequest || !exportName.name || !importName.name) return []
    const source = moduleRequest.value
    const from = source.startsWith('.') ? join(dirname(PUBLIC_FILE), source) : source
    return [{ exported: exportName.name, from, name: importName.name, isType }]
  })
}
