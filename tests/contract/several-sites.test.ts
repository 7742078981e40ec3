import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEND_PATH } from 'reward-codes-protocol/paths'
import { expect, onTestFinished, test } from 'vitest'
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
  templates: ['contact'],
  captcha: 'none',
  privateKey: 'BAKERY_KEY',
}

function accountsFile(entries: unknown): string {
  const folder = freshFolder()
  const file = join(folder, 'accounts.yaml')
  writeFileSync(file, stringify(entries))
  return file
}

async function start(changes = {}) {
  const server = await startMailServer()
  const gateway = await startTestGateway({
    environment: {
      ACCOUNTS_FILE: accountsFile([{ ...entry, ...changes }]),
      BAKERY_SMTP_URL: server.url,
      BAKERY_KEY: KEY,
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
  expect(received?.mail.text).toContain('Corner Bakery')
})

test('a site may have several recipients', async () => {
  const { url, server } = await start({ to: ['owner@bakery.test', 'baker@bakery.test'] })
  expect(await postForm(url, freshForm(fields), { origin: BAKERY })).toMatchObject({ status: 200 })
  const [received] = await server.waitFor(1)
  expect(received?.to.toSorted()).toEqual(['baker@bakery.test', 'owner@bakery.test'])
})

test('a site served at its own host may send from there', async () => {
  const { url } = await start()
  const body = { ...fields, template_id: 'contact', template_params: { message: 'Good.' } }
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
  const body = { user_id: 'bakery', service_id: 'service_mail', template_id: 'contact' }
  const parameters = { template_params: { message: 'From a program' }, accessToken: KEY }
  expect(await postJson(url, { ...body, ...parameters }, {})).toMatchObject({ status: 200 })
  const other = { ...body, user_id: 'portfolio', service_id: 'default_service' }
  expect(await postJson(url, { ...other, ...parameters }, {})).toMatchObject({ status: 403 })
})

test.each<[string, unknown, string]>([
  ['no list', { bakery: entry }, 'must contain a list of accounts'],
  ['a misspelt field', [{ ...entry, origin: BAKERY }], 'origin'],
  ['an account that stands twice', [entry, entry], 'Duplicate publicKey "bakery"'],
  ['a template that is not there', [{ ...entry, templates: ['order'] }], 'content/mail/order.html'],
  ['a variable that is not set', [{ ...entry, privateKey: 'NOWHERE' }], 'NOWHERE: required'],
  ['a captcha without its secret', [{ ...entry, captcha: 'recaptcha' }], 'captchaSecret: required'],
  ['an automatic reply without a captcha', [{ ...entry, autoReply: true }], 'requires a captcha'],
  ['a short private key', [{ ...entry, privateKey: 'SHORT_KEY' }], 'at least 16 characters'],
  ['a secret in the file', [{ ...entry, privateKey: 'p@ssword' }], 'name of a variable of .env'],
])('an accounts file with %s is rejected with an error', async (_, entries, fault) => {
  const environment = {
    ACCOUNTS_FILE: accountsFile(entries),
    BAKERY_SMTP_URL: 'smtp://127.0.0.1:1',
    BAKERY_KEY: KEY,
    SHORT_KEY: 'x'.repeat(15),
  }
  await expect(startTestGateway({ environment })).rejects.toThrow(fault)
})
