import { GATEWAY_PROGRAM } from '../own-command.ts'
import { readSiteManifest } from '../own-site.ts'
import { SITE_FOLDER } from './owner-folder.ts'
import { callProgram } from './program.ts'

await callProgram(GATEWAY_PROGRAM, process.argv.slice(2), () => readSiteManifest(SITE_FOLDER))
