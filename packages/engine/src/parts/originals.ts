import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeFile, ENGINE_CODE } from '../folders.ts'
import { PARTS } from '../page/parts.ts'

/** The texts of a part by file name, as `eject` writes them. */
type Originals = Record<string, Record<string, string>>

/** The package has no TSX: when it is packed, the originals are written into this file. */
const PACKED = 'originals.json'

/** The originals of all parts. */
export async function readOriginals(): Promise<Originals> {
  const packed = join(ENGINE_CODE, PACKED)
  if (existsSync(packed)) return JSON.parse(readFileSync(packed, 'utf8'))
  // The parser is a tool of the build, which a machine that only serves a site may not have.
  const { copyPart } = await import('./copy-part.ts')
  return Object.fromEntries(
    Object.entries(PARTS).map(([part, { file }]) => [part, copyPart(codeFile(file))]),
  )
}

/** Writes the originals into the compiled code of the package. */
export async function packOriginals(folder: string): Promise<void> {
  writeFileSync(join(folder, PACKED), JSON.stringify(await readOriginals()))
}
