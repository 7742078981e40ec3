import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { startTestGateway, type TestGateway } from '../fixtures/gateway.ts'
import { expect, test } from './site.ts'

const require = createRequire(import.meta.url)

/** The original EmailJS clients from npm. */
const CLIENTS = {
  '4.3.3': '@emailjs/browser',
  '4.4.1': '@emailjs/browser-4.4.1',
}
type ClientVersion = keyof typeof CLIENTS

const scriptOf = (name: string) =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'dist/email.min.js'))

const CLIENT_FORM = `<form id="form">
<input name="user_name" value="Zoë 🎉"><input name="user_email" value="zoe@example.org">
<input name="subject" value="Feedback"><textarea name="message">Two
lines</textarea><input type="file" name="attachment">
<input type="hidden" name="service_id" value="default_service">
</form>`

/** Serves a page that uses an EmailJS client, on its own origin. */
async function serveClientPage() {
  const scripts = new Map(
    Object.entries(CLIENTS).map(([version, name]) => [`/${version}.js`, scriptOf(name)]),
  )
  const server: Server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url)
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8')
    const version = new URL(url, 'http://page').searchParams.get('client')
    response.end(script ?? `<!doctype html>${CLIENT_FORM}<script src="/${version}.js"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

// The original EmailJS clients in a real browser, on another origin than the gateway.

type Client = {
  init: (options: unknown) => void
  send: (...parts: unknown[]) => Promise<{ status: number; text: string }>
  sendForm: (...parts: unknown[]) => Promise<{ status: number; text: string }>
}
declare const emailjs: Client

let gateway: TestGateway
let site: Awaited<ReturnType<typeof serveClientPage>>

test.beforeEach(async () => {
  site = await serveClientPage()
  gateway = await startTestGateway({
    environment: { ALLOWED_ORIGINS: site.url },
  })
})
test.afterEach(async () => {
  await gateway.close()
  site.close()
})

async function open(page: Page, version: ClientVersion) {
  await page.goto(`${site.url}/?client=${version}`)
}

/** Calls the client in the page. Returns its result or its error. */
function call(page: Page, method: 'send' | 'sendForm', parts: unknown[]) {
  return page.evaluate(
    async ([name, given, origin]) => {
      emailjs.init({ publicKey: 'portfolio', origin })
      const ended = emailjs[name as 'send'](...(given as unknown[]))
      const { status, text } = await ended.catch((error) => error)
      return { status, text }
    },
    [method, parts, gateway.url] as const,
  )
}

async function stored() {
  const rows = await gateway.gateway.store.db
    .selectFrom('messages')
    .select(['template_params', 'state'])
    .execute()
  return rows.map(({ template_params: variables }) => JSON.parse(variables ?? ''))
}

const FORM = ['default_service', 'message', '#form']
const PARAMETERS = { user_name: 'Zoë 🎉', user_email: 'zoe@example.org', message: 'Two\nlines' }
const SENT = { status: 200, text: 'OK' }

for (const version of Object.keys(CLIENTS) as ClientVersion[]) {
  test.describe(version, () => {
    test.beforeEach(({ page }) => open(page, version))

    test('sendForm and send, which makes a CORS preflight request, store what was entered', async ({
      page,
    }) => {
      expect(await call(page, 'sendForm', FORM)).toEqual(SENT)
      const fromForm = { ...PARAMETERS, subject: 'Feedback', message: 'Two\r\nlines' }
      expect(await stored()).toEqual([fromForm])
      // The same content is the same message.
      expect(await call(page, 'sendForm', FORM)).toEqual(SENT)
      expect(await call(page, 'send', ['default_service', 'message', PARAMETERS])).toEqual(SENT)
      expect(await stored()).toEqual([fromForm, PARAMETERS])
      // The public key by init as an object, and by call.
      const ended = await page.evaluate(async (origin) => {
        emailjs.init({ origin, publicKey: 'unknown' })
        const form = document.querySelector('form')
        const { status, text } = await emailjs.sendForm('default_service', 'message', form, {
          publicKey: 'portfolio',
        })
        return { status, text }
      }, gateway.url)
      expect(ended).toEqual(SENT)
    })
  })
}
