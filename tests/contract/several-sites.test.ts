import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHALLENGE_PATH, SEND_FORM_PATH, SEND_PATH } from 'reward-codes-gateway/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { freshForm, postForm, postJson, startTestGateway } from '../fixtures/gateway.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { ask, post } from '../fixtures/raw-http.ts'

const BAKERY = 'https://bakery.test'
const KEY = 'the-key-of-the-bakery'

const entry = {
  publicKey: 'bakery',
  site: 'Corner Bakery',
  origins: [BAKERY],
  from: 'site@bakery.test',
  to: 'owner@bakery.test',
  services: { service_mail: 'BAKERY_SMTP_URL' },
  templates: ['message'],
  captcha: 'none',
  privateKey: 'BAKERY_KEY',
}

function accountsFile(entries: unknown): string {
  const folder = freshFolder()
  const file = join(folder, 'accounts.yaml')
  writeFileSync(file, stringify(entries))
  return file
}

async function start(changes = {}, environment = {}) {
  const server = await startMailServer()
  const gateway = await startTestGateway({
    environment: {
      ACCOUNTS_FILE: accountsFile([{ ...entry, ...changes }]),
      BAKERY_SMTP_URL: server.url,
      BAKERY_KEY: KEY,
      ...environment,
    },
  })
  onTestFinished(async () => {
    await gateway.close()
    await server.close()
  })
  return { ...gateway, server }
}

const fields = { user_id: 'bakery', service_id: 'service_mail' }

test('each site has its own owner, mail server and sender', async () => {
  const { url, server } = await start()
  expect(await postForm(url, freshForm(fields), { origin: BAKERY })).toMatchObject({ status: 200 })
  const [received] = await server.waitFor(1)
  expect(received).toMatchObject({ from: 'site@bakery.test', to: ['owner@bakery.test'] })
  expect(received?.mail.text).toContain('wrote to you through bakery.test.')
  expect(received?.mail.html).toContain('Corner Bakery')
})

test('a site may have several recipients', async () => {
  const { url, server } = await start({ to: ['owner@bakery.test', 'baker@bakery.test'] })
  expect(await postForm(url, freshForm(fields), { origin: BAKERY })).toMatchObject({ status: 200 })
  const [received] = await server.waitFor(1)
  expect(received?.to.toSorted()).toEqual(['baker@bakery.test', 'owner@bakery.test'])
})

test('a site served at its own host may send from there', async () => {
  const { url } = await start()
  const body = { ...fields, template_id: 'message', template_params: { message: 'Good.' } }
  const sendTo = (host: string) =>
    ask(
      url,
      post(url, SEND_PATH, 'application/json', JSON.stringify(body), { origin: BAKERY, host }),
    )
  expect(await sendTo('bakery.test')).toMatchObject({ status: 200 })
  expect(await sendTo('stranger.test')).toMatchObject({ status: 403 })
})

test('a site may require a message', async () => {
  const { url } = await start({ messageRequired: true })
  const headers = { origin: BAKERY }
  const refused = { status: 400, text: 'The message parameter is required' }
  expect(await postForm(url, freshForm({ ...fields, message: ' ' }), headers)).toMatchObject(
    refused,
  )
  expect(await postForm(url, freshForm(fields), headers)).toMatchObject({ status: 200 })
})

test('a site may not send for another account', async () => {
  const { url } = await start()
  const refused = { status: 403, reason: 'origin' }
  expect(await postForm(url, freshForm(), { origin: BAKERY })).toMatchObject(refused)
  expect(await postForm(url, freshForm(fields))).toMatchObject(refused)
  expect(
    await postForm(url, freshForm(fields), { origin: 'https://portfolio.test' }),
  ).toMatchObject(refused)
})

test('a private key is only valid for its own account', async () => {
  const { url } = await start()
  const body = { user_id: 'bakery', service_id: 'service_mail', template_id: 'message' }
  const parameters = { template_params: { message: 'From a program' }, accessToken: KEY }
  expect(await postJson(url, { ...body, ...parameters }, {})).toMatchObject({ status: 200 })
  const other = { ...body, user_id: 'portfolio', service_id: 'default_service' }
  expect(await postJson(url, { ...other, ...parameters }, {})).toMatchObject({ status: 403 })
})

describe('a plain HTML form of a site', () => {
  const THANKS = 'https://bakery.test/thanks'
  const account = {
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
    const { url, server } = await start(account)
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
    const { url, server } = await start(account)
    const response = await send(url, { ...FORM, redirect_to: 'https://stranger.test/' })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Your message has arrived')
    await server.waitFor(1)
  })

  test('is not redirected after a failure', async () => {
    const { url } = await start(account)
    expect((await send(url, { ...FORM, mail: 'nobody' })).status).toBe(400)
  })
})

const FLORIST = 'https://florist.test'
const florist = { ...entry, publicKey: 'florist', origins: [FLORIST] }

test.each<[string, object, string]>([
  ['a misspelt field', { origin: BAKERY }, 'origin'],
  ['a template that is not there', { templates: ['order'] }, 'content/mail/order.html'],
  ['a template with a fault', { templates: ['broken'] }, 'must start with front matter'],
  ['a variable that is not set', { privateKey: 'NOWHERE' }, 'NOWHERE: required'],
  ['a captcha without its secret', { captcha: 'recaptcha' }, 'captchaSecret: required'],
  ['an automatic reply without a captcha', { autoReply: true }, 'requires a captcha'],
  ['a webhook without its secret', { notices: { webhook: 'BAKERY_HOOK_URL' } }, 'webhookSecret'],
  ['a short private key', { privateKey: 'SHORT_KEY' }, 'at least 16 characters'],
  ['a secret in the file', { privateKey: 'p@ssword' }, 'name of a variable of .env'],
  ['an unknown time zone', { timeZone: 'Europe/Warszawa' }, 'timeZone: must be a time zone'],
  ['no language', { language: 'de-de-de' }, 'language: must be a language tag'],
])('a site with %s answers 503 and is named, and the others run', async (_, changes, fault) => {
  const file = accountsFile([{ ...florist, ...changes }, entry])
  const templates = freshFolder()
  // A faulty template that no other site names would be the own site's.
  if (fault.includes('front matter'))
    writeFileSync(join(templates, 'broken.html'), 'no front matter')
  const gateway = await startTestGateway({
    templates,
    environment: {
      ACCOUNTS_FILE: file,
      BAKERY_SMTP_URL: 'smtp://127.0.0.1:1',
      BAKERY_KEY: KEY,
      SHORT_KEY: 'x'.repeat(15),
    },
  })
  onTestFinished(() => gateway.close())
  const line = gateway.log.find((one) => one.includes('site left out'))
  expect(line).toContain(`${file}:`)
  expect(line).toContain(fault)
  const send = (user_id: string, origin: string) =>
    postForm(gateway.url, freshForm({ ...fields, user_id }), { origin })
  const refused = await send('florist', FLORIST)
  expect(refused).toMatchObject({ status: 503, reason: 'site-faulty' })
  // Its page may read the answer.
  expect(refused.headers.get('access-control-allow-origin')).toBe(FLORIST)
  const challenge = await fetch(`${gateway.url}${CHALLENGE_PATH}?user_id=florist`)
  expect(challenge.status).toBe(503)
  expect(await send('bakery', BAKERY)).toMatchObject({ status: 200 })
  expect(await postForm(gateway.url, freshForm())).toMatchObject({ status: 200 })
})

test('of two sites with one public key, the first runs', async () => {
  const environment = {
    ACCOUNTS_FILE: accountsFile([entry, { ...entry, origins: [FLORIST] }]),
    BAKERY_SMTP_URL: 'smtp://127.0.0.1:1',
    BAKERY_KEY: KEY,
  }
  const gateway = await startTestGateway({ environment })
  onTestFinished(() => gateway.close())
  expect(gateway.log.join()).toContain('duplicate publicKey')
  expect(await postForm(gateway.url, freshForm(fields), { origin: BAKERY })).toMatchObject({
    status: 200,
  })
})

test('a faulty template of the own site stops the start', async () => {
  const templates = freshFolder()
  writeFileSync(join(templates, 'order.html'), 'no front matter')
  await expect(startTestGateway({ templates })).rejects.toThrow('must start with front matter')
})

test('an invalid value is named by its line', async () => {
  const other = { ...entry, publicKey: 'florist', to: 'nobody' }
  const file = accountsFile([entry, other])
  const line = readFileSync(file, 'utf8').split('\n').indexOf('  to: nobody') + 1
  const environment = {
    ACCOUNTS_FILE: file,
    BAKERY_SMTP_URL: 'smtp://127.0.0.1:1',
    BAKERY_KEY: KEY,
  }
  const gateway = await startTestGateway({ environment })
  onTestFinished(() => gateway.close())
  expect(gateway.log.join('\n')).toContain(`${file}:${line}: to: must be a plain e-mail address`)
})

test.each([
  ['no list', 'bakery: {}', 'must contain a list of accounts'],
  ['invalid YAML', '- publicKey: "bakery', 'at line 1'],
])('an accounts file with %s stops the start', async (_, text, fault) => {
  const file = accountsFile([])
  writeFileSync(file, text)
  await expect(startTestGateway({ environment: { ACCOUNTS_FILE: file } })).rejects.toThrow(fault)
})
