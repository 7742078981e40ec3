import { join } from 'node:path'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { ENGINE_CODE, OWNER_FOLDER } from '../folders.ts'

export const CONTENT_FOLDER = join(OWNER_FOLDER, 'content')
/** The sample content that the engine ships. */
export const SAMPLE_FOLDER = join(ENGINE_CODE, '../sample')

/** The content folder of a command: that of --content, or `content/` of the owner's folder. */
export function contentFolder(named: string | undefined): string {
  return named === undefined ? CONTENT_FOLDER : fromCaller(named)
}
