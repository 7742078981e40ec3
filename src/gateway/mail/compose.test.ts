import { join } from 'node:path'
import nodemailer from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Message } from '../store/database.ts'
import { composeMail } from './compose.ts'
import { readTemplates } from './template.ts'

const template = readTemplates(join(import.meta.dirname, '../../../content/mail')).get('contact')
const SENDER = { from: 'page@example.org', to: 'owner@example.org', site: 'Site' }

async function mailed(variables: Record<string, string>) {
  if (!template) throw new Error('There is no template "contact".')
  const message = { id: 'name', mail_id: '<name@example.org>', received_at: 0 }
  const written = { ...message, variables: JSON.stringify(variables) } as Message
  const mailer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  const sent = await mailer.sendMail(composeMail(written, template, SENDER))
  const raw = sent.message as Buffer
  return { raw: raw.toString('latin1'), mail: await PostalMime.parse(raw) }
}

test.each([
  '=?utf-8?Q?a=0D=0ABcc:_victim@example.org?=',
  `=?utf-8?B?${btoa('Your bank')}?= ${'ż'.repeat(150)} 😀`,
])('a word in code is shown in the subject as it was written: %s', async (user_name) => {
  const { mail } = await mailed({ user_name })
  expect(mail.subject).toBe(`${user_name} wrote to you`)
})

test('no bare CR gets into a mail, where some servers would take it for the end of a line', async () => {
  const { raw, mail } = await mailed({ message: 'one\r.\rtwo\r\nthree\rQUIT' })
  expect(raw).not.toMatch(/\r(?!\n)/)
  expect(mail.text).toContain('one\n.\ntwo\nthree\nQUIT')
})
