import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Remark } from '../advice/remark.ts'
import { NOT_YOU } from './identity.ts'

/**
 * The sample's own picture says inside that it is one. Its name would not do: an owner may save
 * another picture under the same one, or this one under another.
 */
const MARK = 'picture of the sample'

export function remarksOnPicture(name: string, directory: string): Remark[] {
  const file = join(directory, name)
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true
  if (!isFile || !readFileSync(file).includes(MARK)) return []
  return [{ path: ['brand', 'image'], found: `"${name}"`, ...NOT_YOU }]
}
