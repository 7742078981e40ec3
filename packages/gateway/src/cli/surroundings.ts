import type { Configuration } from '../configuration.ts'
import type { ReadSite } from '../own-site.ts'
import type { Finding } from './doctor/finding.ts'
import type { Screen } from './terminal/screen.ts'

/** What a command reads and writes. */
export type Surroundings = {
  screen: Screen
  /** Called only if a command needs it. */
  readConfiguration: () => Configuration
  /** Reads the site of the gateway. */
  readSite: () => ReadSite
  /** The checks of `doctor` that are of the site, not of the gateway. */
  checkSite?: () => Promise<Finding[]>
  now: number
}
