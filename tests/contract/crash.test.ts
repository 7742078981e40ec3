import { expect, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { holdMails, makePlace } from '../fixtures/trial.ts'

test('a message that was answered with 200 is delivered after the gateway was killed with SIGKILL', async () => {
  const { server, environment } = await makePlace('sqlite')
  const [mail] = holdMails(server, 1)
  const first = await spawnGateway(environment)
  expect(await postForm(first.url, { message: 'Keep me.' })).toMatchObject({ status: 200 })
  await mail?.reached.promise
  await first.stop('SIGKILL')
  expect(server.received).toEqual([])

  const second = await spawnGateway(environment)
  // Its attempt without an end counts as a failure, and waits a minute.
  expect(await callMessages(['retry', '--all'], environment)).toMatchObject({ exitCode: 0 })
  const [received] = await server.waitFor(1)
  expect(received?.mail.text).toContain('Keep me.')
  await second.stop('SIGTERM')
})
