import { GATEWAY_PROGRAM } from '../own-command.ts'
import { readSiteManifest } from '../own-site.ts'
import { SITE_FOLDER } from './owner-folder.ts'
import { callProgram } from './program.ts'
import { endQuietlyWithReader } from './terminal/screen.ts'

const args = process.argv.slice(2)
// A server does not end when the reader of its log does.
if (args[0] !== 'start') endQuietlyWithReader()
await callProgram(GATEWAY_PROGRAM, args, { readSite: async () => readSiteManifest(SITE_FOLDER) })
