import { join } from 'node:path'
import type { Portfolio } from '../content/schema.ts'
import type { Configuration } from '../gateway/configuration.ts'
import { textOf } from '../gateway/error-text.ts'
import { type Gateway, openGateway } from '../gateway/gateway.ts'
import type { Log } from '../gateway/log.ts'
import { pageAccountOf, pageWordsOf } from './page-account.ts'

export type GatewayParts = {
  portfolio: Portfolio
  /** The folder of the content, whose mail templates belong to it. */
  content: string
  configuration: Configuration
  environment: NodeJS.ProcessEnv
  /** For visitors, and not only to look at while building. */
  isProduction: boolean
  log: Log
}

/** The gateway, or the end of the command with what stands in its way. */
export async function startGateway(parts: GatewayParts): Promise<Gateway> {
  const { portfolio, content, configuration, environment, isProduction, log } = parts
  try {
    return await openGateway({
      configuration,
      environment,
      isProduction,
      page: pageAccountOf(portfolio),
      pageWords: pageWordsOf(portfolio),
      mail: join(content, 'mail'),
      log,
    })
  } catch (error) {
    console.error(`The gateway cannot start.\n${textOf(error)}`)
    console.error('npm run doctor tells more.')
    process.exit(1)
  }
}
