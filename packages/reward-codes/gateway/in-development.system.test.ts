import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockGateway } from 'reward-codes-gateway/internal/store/data-folder.ts'
import { ASTRO, COMMAND } from 'test-fixtures/folders.ts'
import { FIELDS, postForm } from 'test-fixtures/gateway.ts'
import { type MailServer, smtpSettings, startMailServer } from 'test-fixtures/mail-server.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { freePort } from 'test-fixtures/processes.ts'
import { startProgram } from 'test-fixtures/run-command.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let site: Site
let mails: MailServer

beforeAll(async () => {
  mails = await startMailServer()
  site = createSite({
    change: (content) => content.setIn(['contact', 'captcha', 'provider'], 'none'),
  })
})
afterAll(async () => {
  await mails.close()
  site.remove()
})

test('one gateway runs in development, also after changes of .env, and `start` beside it names it', async () => {
  writeSettings('first@portfolio.test')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dev = start([ASTRO, 'dev', '--host', '127.0.0.1', '--port', String(port)])
  try {
    await dev.until(/(watching for file changes)/)
    for (const owner of ['second', 'third', 'fourth']) {
      const opened = countOpened(dev.said())
      writeSettings(`${owner}@portfolio.test`)
      const request = async () => {
        await fetch(`${url}/api/`).catch(() => undefined)
        return countOpened(dev.said())
      }
      // Vite may restart twice after one change.
      await expect.poll(request).toBeGreaterThan(opened)
    }
    expect(dev.said()).not.toContain('another gateway runs')
    // Vite restarts its server after each change.
    const post = () => postForm(url, FIELDS).catch(() => undefined)
    await expect.poll(post).toMatchObject({ status: 200, text: 'OK' })
    await mails.waitFor(1)
    // A second worker would send at the same time.
    await delay(1000)
    expect(mails.received.map(({ to }) => to)).toEqual([['fourth@portfolio.test']])

    const second = await start([COMMAND, 'start', '--role', 'gateway']).ended
    expect(second.exitCode).not.toBe(0)
    expect(second.error).toMatch(
      new RegExp(`another gateway runs on \\S+: process ${dev.child.pid} \\(astro`),
    )
  } finally {
    dev.child.kill()
    await dev.ended
  }
})

test('the gateway of development follows templates and a lock that is released', async () => {
  writeSettings('owner@portfolio.test')
  const data = join(site.root, 'data')
  mkdirSync(data, { recursive: true })
  const unlock = lockGateway(data)
  const port = await freePort()
  const dev = start([ASTRO, 'dev', '--host', '127.0.0.1', '--port', String(port)])
  const post = async (fields = {}, headers?: Record<string, string>) =>
    (await postForm(`http://127.0.0.1:${port}`, { ...FIELDS, ...fields }, headers)).status
  try {
    await dev.until(/(watching for file changes)/)
    expect(await post()).toBe(503)
    // The form has tried again.
    await expect.poll(() => dev.said().match(/another gateway runs/g)?.length).toBe(1)
    unlock()
    expect(await post()).toBe(200)

    const template = join(site.content, 'mail/message.html')
    mkdirSync(dirname(template), { recursive: true })
    writeFileSync(template, 'no front matter')
    await expect.poll(() => post()).toBe(503)
    writeFileSync(template, '---\nto: "{{owner_email}}"\nsubject: Followed\n---\n<p>')
    await expect.poll(() => post({ message: crypto.randomUUID() })).toBe(200)
    await expect.poll(() => mails.received.at(-1)?.mail.subject).toBe('Followed')
  } finally {
    dev.child.kill()
    await dev.ended
  }
})

/** Starts a program in the folder of the site, with the settings of its .env. */
function start(command: string[]) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NO_COLOR: '1', PORT: '0', OPS_PORT: '0' }
  return startProgram([process.execPath, ...command], { cwd: site.root, env })
}

function writeSettings(owner: string, more = {}) {
  const mail = { ...smtpSettings(mails.url), MAIL_FROM: 'form@portfolio.test', MAIL_TO: owner }
  const settings = { ...mail, ...more }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(site.root, '.env'), lines.join(''))
}

/** How often a gateway was opened, as the output says. */
function countOpened(output: string): number {
  return output.split('Messages are stored in').length - 1
}
