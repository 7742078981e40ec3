import { callMessages } from 'test-fixtures/call-messages.ts'
import { startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { startingState } from './decide.ts'
import { smtpTransport } from './transports/smtp.ts'

describe.each(STORES)('on %s', (kind) => {
  test('`messages retry` ends a pause within five seconds', async () => {
    const { environment } = await freshPlace(kind)
    const { url, server, gateway, settled, log } = await startDelivery({ environment })
    server.refusals.login = 535
    const address = server.url.replace('//', '//name:word@')
    gateway.delivery.transports.set('SMTP_URL', smtpTransport(address))
    await postForm(url)
    await settled(1)
    const state = () => gateway.delivery.transportStates.get('SMTP_URL') ?? startingState(0)
    expect(state()).toMatchObject({ failedSessions: 1, trouble: { until: expect.any(Number) } })
    server.refusals.login = 0
    const retry = await callMessages(['retry', '--all'], environment)
    expect(retry).toMatchObject({ exitCode: 0 })
    expect(retry.out).toContain('tries at once')
    await server.waitFor(1, 5)
    await expect.poll(() => state().failedSessions).toBe(0)
    expect(log.join('\n')).toContain('messages retried')
  }, 20_000)
})
