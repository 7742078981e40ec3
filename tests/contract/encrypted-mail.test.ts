import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { CERTIFICATE_FILE, startMailServer, tlsFiles } from '../fixtures/mail-server.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'

/** Resolves mail.test to this machine, without it being a local host name. */
const ELSEWHERE = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../fixtures/mail-test-name.ts')}`,
}

/** A gateway that uses an SMTP server at this URL and trusts its certificate. */
async function start(
  secure: boolean,
  address: (port: number) => string,
  environment = {},
  tls = tlsFiles() as object,
) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-encrypted-'))
  const server = await startMailServer({ secure, ...tls, authOptional: false })
  const gateway = await spawnGateway({
    DATA_DIR: folder,
    ...smtpSettings(address(server.port)),
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE,
    ...environment,
  })
  onTestFinished(async () => {
    await gateway.stop('SIGTERM')
    await server.close()
    rmSync(folder, { recursive: true })
  })
  return { gateway, server, folder }
}

test('a mail is sent over TLS after a login with special characters in the password', async () => {
  const { gateway, server } = await start(
    true,
    (port) => `smtps://name:${encodeURIComponent('p@ss/w:rd')}@localhost:${port}`,
  )
  await postForm(gateway.url)
  const [received] = await server.waitFor(1)
  expect(received?.to).toEqual(['owner@portfolio.test'])
  expect(server.logins).toEqual([{ username: 'name', password: 'p@ss/w:rd', isSecure: true }])
})

test('to another host, a plain connection is upgraded with STARTTLS before the login', async () => {
  const address = (port: number) => `smtp://name:word@mail.test:${port}`
  const { gateway, server } = await start(false, address, ELSEWHERE)
  await postForm(gateway.url)
  await server.waitFor(1)
  expect(server.logins).toEqual([{ username: 'name', password: 'word', isSecure: true }])
})

test('a remote server without STARTTLS gets no credentials, and the owner gets an error', async () => {
  const address = (port: number) => `smtp://name:word@mail.test:${port}`
  const { gateway, server, folder } = await start(false, address, ELSEWHERE, {})
  await postForm(gateway.url)
  const store = await openStore({ dataFolder: folder })
  const reply = async () =>
    (await store.db.selectFrom('attempts').select('smtp_response').executeTakeFirst())
      ?.smtp_response
  await expect.poll(reply).toMatch(/^Configuration error: .*STARTTLS/)
  await store.close()
  expect([server.logins, server.received]).toEqual([[], []])
})
