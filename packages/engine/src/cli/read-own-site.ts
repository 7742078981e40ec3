import type { ReadSite } from 'reward-codes-gateway/own-site'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { loadPortfolio } from '../content/load.ts'
import { CONTENT_FOLDER } from './content-folder.ts'
import { ownSite } from './own-site.ts'

/** Reads the site from the content, which may be newer than the last build. */
export function readOwnSite(): ReadSite {
  const loaded = loadPortfolio(CONTENT_FOLDER, 'schema')
  if (loaded.ok) return { ok: true, site: ownSite(loaded.portfolio) }
  return { ok: false, fault: sanitizeText(formatDiagnostics(loaded.diagnostics)) }
}
