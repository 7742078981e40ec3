import { gatewaySettings, ownSite } from 'reward-codes/internal/cli/own-site.ts'
import { loadPortfolio } from 'reward-codes/internal/content/load.ts'
import type { OwnSite } from 'reward-codes-gateway/own-site'

/**
 * What the gateway must know about the site of valid content. `isRunning` says whether the gateway runs on this
 * machine with its settings, which the privacy notice states.
 */
export function readOwnSite(folder: string, isRunning: boolean): OwnSite | undefined {
  const loaded = loadPortfolio(folder, 'schema')
  if (!loaded.ok) return undefined
  return ownSite(loaded.portfolio, gatewaySettings(loaded.portfolio, isRunning))
}
