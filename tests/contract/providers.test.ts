import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { formOf, postForm, startTestGateway } from '../fixtures/gateway.ts'
import { startGraph, startTokens } from '../fixtures/mail-api.ts'
import { startMailServer } from '../fixtures/mail-server.ts'

// A message from the form to each way out, with the variables that an owner sets.

const MAIL = { MAIL_FROM: 'page@example.org', MAIL_TO: 'owner@example.org' }

async function send(environment: Record<string, string>) {
  const gateway = await startTestGateway({ environment: { ...MAIL, ...environment } })
  onTestFinished(() => gateway.close())
  const form = formOf({ message: 'By another way' })
  expect(await postForm(gateway.url, form)).toMatchObject({ status: 200 })
  return gateway
}

test('a message leaves by Microsoft Graph', async () => {
  const { api, environment } = await startGraph({ status: 202 })
  const gateway = await send(environment)
  await expect.poll(() => api.calls.length).toBe(1)
  const mail = await PostalMime.parse(Buffer.from(api.calls[0]?.body ?? '', 'base64'))
  expect(mail.text).toContain('By another way')
  await expect.poll(() => gateway.log.join()).toContain('message sent')
})

test('a message leaves by SMTP with a token instead of a password', async () => {
  const { environment } = await startTokens()
  const server = await startMailServer({ extensions: ['AUTH XOAUTH2'] })
  onTestFinished(() => server.close())
  await send({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_USER: 'page@example.org',
    ...environment,
    OAUTH_TENANT: '',
    OAUTH_REFRESH_TOKEN: 'consent',
  })
  const [received] = await server.waitFor(1)
  expect(received?.mail.text).toContain('By another way')
  expect(server.logins).toMatchObject([{ username: 'page@example.org', password: 'a-token' }])
})
