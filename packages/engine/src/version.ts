import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINE_CODE } from './folders.ts'

const MANIFEST = join(ENGINE_CODE, '../package.json')

/** The version of this engine. */
export const ENGINE_VERSION: string = JSON.parse(readFileSync(MANIFEST, 'utf8')).version
