import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../gateway/configuration.ts'
import { textOf } from '../gateway/error-text.ts'
import type { Log } from '../gateway/log.ts'
import { buildOperateServer, type OperateParts } from '../gateway/operate/operate-server.ts'
import { formatAddress } from './address.ts'

type Parts = OperateParts & { configuration: Configuration; log: Log }

/**
 * Opens the port for whoever runs the program. One that is taken stops nothing, because a visitor's
 * message is worth more than a figure; but it is told, because another program now answers there.
 */
export async function openOperatingPort(parts: Parts): Promise<FastifyInstance | undefined> {
  const { OPERATE_HOST: host, OPERATE_PORT: port } = parts.configuration
  if (port === 0) return undefined
  const app = buildOperateServer(parts)
  try {
    await app.listen({ host, port })
    return app
  } catch (error) {
    const address = formatAddress({ host, port })
    parts.log('error', 'nobody can ask this program how it is; it runs all the same', {
      reason: textOf(error),
      advice:
        `Whoever asks ${address}/readyz or /metrics hears another program, perhaps a second one of ` +
        `this kind, or nothing. End that one, or set OPERATE_PORT to a port of its own, such as ` +
        `OPERATE_PORT=${port < 65_535 ? port + 1 : port - 1}; OPERATE_PORT=0 opens none.`,
    })
    return undefined
  }
}
