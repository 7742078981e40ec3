import { existsSync } from 'node:fs'
import type { ReadSite } from '../own-site.ts'
import { configurationOrExit } from './configuration-or-exit.ts'
import { SITE_FOLDER } from './owner-folder.ts'
import { type Role, runServer } from './run-server.ts'

/** Serves the built site, if there is one, and accepts messages for it and for other sites. */
export async function start(command: string, role: Role, readSite: () => ReadSite): Promise<void> {
  const configuration = configurationOrExit()
  const read = readSite()
  if (!read.ok) {
    console.error(read.fault)
    process.exit(1)
  }
  const isPage = role !== 'gateway' && existsSync(SITE_FOLDER)
  if (role === 'web' && !isPage) {
    console.error(`No built site found in ${SITE_FOLDER}.`)
    process.exit(1)
  }
  await runServer({
    command,
    configuration,
    environment: process.env,
    role: role ?? (isPage ? undefined : 'gateway'),
    site: read.site,
    folder: isPage ? SITE_FOLDER : undefined,
  })
}
