import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSiteManifest } from 'reward-codes-gateway/internal/own-site.ts'
import { SEND_FORM_PATH, SEND_PATH } from 'reward-codes-gateway/protocol'
import { describe, expect, test } from 'vitest'
import { startOwnGateway, startOwnMailServer } from '../fixtures/delivery.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { smtpSettings } from '../fixtures/mail-server.ts'
import { ask, post } from '../fixtures/raw-http.ts'

// A site that we did not build has a separate gateway, whose owner writes the manifest.

const BAKERY = 'https://bakery.test'
const KEY = 'the-key-of-the-bakery'
const THANKS = 'https://bakery.test/thanks'

const account = {
  publicKey: 'bakery',
  service: 'service_mail',
  site: 'Corner Bakery',
  url: BAKERY,
  captcha: 'none',
  formOrigin: 'https://gateway.test',
}

/** What a gateway reads of a manifest that stands in the folder of its site. */
function readManifest(account: object) {
  const folder = freshFolder()
  writeFileSync(join(folder, '.gateway.json'), JSON.stringify({ account }))
  return readSiteManifest(folder)
}

async function start(changes = {}, environment = {}) {
  const server = await startOwnMailServer()
  const read = readManifest({ ...account, ...changes })
  if (!read.ok) throw new Error(read.fault)
  const gateway = await startOwnGateway({
    page: { ...read.site?.account },
    environment: {
      ...smtpSettings(server.url),
      MAIL_FROM: 'site@bakery.test',
      MAIL_TO: 'owner@bakery.test',
      PRIVATE_KEY: KEY,
      ...environment,
    },
  })
  return { ...gateway, server }
}

const fields = { user_id: 'bakery', service_id: 'service_mail' }

test('its mails are of its owner, by its mail server', async () => {
  const { url, server } = await start()
  expect(await postForm(url, freshForm(fields), { origin: BAKERY })).toMatchObject({ status: 200 })
  const [received] = await server.waitFor(1)
  expect(received).toMatchObject({ from: 'site@bakery.test', to: ['owner@bakery.test'] })
  expect(received?.mail.text).toContain('bakery.test')
  expect(received?.mail.html).toContain('Corner Bakery')
})

test('it may send to the host of the gateway and to its own, and to no other', async () => {
  const { url } = await start()
  const body = { ...fields, template_id: 'message', template_params: { message: 'Good.' } }
  const sendTo = (host: string) =>
    ask(
      url,
      post(url, SEND_PATH, 'application/json', JSON.stringify(body), { origin: BAKERY, host }),
    )
  expect(await sendTo('gateway.test')).toMatchObject({ status: 200 })
  expect(await sendTo('bakery.test')).toMatchObject({ status: 200 })
  expect(await sendTo('stranger.test')).toMatchObject({ status: 403 })
})

describe('its plain HTML form', () => {
  const plain = {
    fields: { user_name: 'name', user_email: 'mail', message: 'order' },
    redirects: [THANKS],
  }
  const FORM = {
    ...fields,
    template_id: 'message',
    name: 'Ada Nowak',
    mail: 'ada@example.org',
    order: 'Two loaves',
    pieces: '2',
    redirect_to: THANKS,
  }

  function send(url: string, form: Record<string, string>) {
    return fetch(url + SEND_FORM_PATH, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: BAKERY, accept: 'text/html' },
      body: new URLSearchParams(form),
    })
  }

  test('is delivered under its own names, and leads to a page of the site', async () => {
    const { url, server } = await start(plain)
    const response = await send(url, FORM)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(THANKS)
    const [received] = await server.waitFor(1)
    expect(received?.mail.replyTo).toMatchObject([{ address: 'ada@example.org' }])
    expect(received?.mail.text).toContain('Two loaves')
    expect(received?.mail.text).toContain('pieces')
    expect(received?.mail.text).not.toContain('redirect_to')
  })

  test('gets the page of the gateway if its own page is not on the list', async () => {
    const { url, server } = await start(plain)
    const response = await send(url, { ...FORM, redirect_to: 'https://stranger.test/' })
    expect([response.status, response.headers.get('x-reason')]).toEqual([200, 'accepted'])
    await server.waitFor(1)
  })

  test('is not redirected after a failure', async () => {
    const { url } = await start(plain)
    expect((await send(url, { ...FORM, mail: 'unknown' })).status).toBe(400)
  })
})

test.each<[string, object, string]>([
  ['a misspelt field', { origin: BAKERY }, 'origin'],
  ['an unknown captcha', { captcha: 'sums' }, 'captcha'],
  ['an unknown time zone', { timeZone: 'Europe/Warszawa' }, 'timeZone'],
  ['no language', { language: 'de-de-de' }, 'language'],
  ['an invalid public key', { publicKey: 'a b' }, 'publicKey'],
])('a manifest with %s is named', (_, changes, fault) => {
  const read = readManifest({ ...account, ...changes })
  expect(read).toMatchObject({ ok: false, fault: expect.stringContaining(fault) })
})

test.each<[string, object, Record<string, string>, string]>([
  ['a template that is not there', { template: 'order' }, {}, 'content/mail/order.html'],
  ['a captcha without its secret', { captcha: 'recaptcha' }, {}, 'RECAPTCHA_SECRET'],
  ['an automatic reply without a captcha', {}, { AUTO_REPLY: 'yes' }, 'AUTO_REPLY'],
])('%s stops the start', async (_, changes, environment, fault) => {
  await expect(start(changes, environment)).rejects.toThrow(fault)
})
