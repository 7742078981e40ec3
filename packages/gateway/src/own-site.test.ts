import { smtpSettings } from 'test-fixtures/mail-server.ts'
import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { knownSettings } from './own-site.ts'

function configurationOf(environment: Record<string, string>) {
  const read = readConfiguration(environment)
  if (!read.ok) throw new Error(read.faults.join())
  return read.configuration
}

test.each([
  ['smtps://me:x@smtp.mail.dev', 'smtp.mail.dev'],
  ['smtp://127.0.0.1:25', undefined],
  ['smtp://[::1]:25', undefined],
  ['smtp://postfix', undefined],
  ['smtp://mail.internal', undefined],
  ['smtp://mail.lan', undefined],
  ['smtp://mail.home.arpa', undefined],
  ['smtp://mail.localdomain:587', undefined],
  ['smtp://mail.local.dev', 'mail.local.dev'],
])('of %s, a visitor reads %s', (url, host) => {
  const mail = { ...smtpSettings(url), MAIL_FROM: 'a@ewa.dev', MAIL_TO: 'a@ewa.dev' }
  expect(knownSettings(configurationOf(mail), {}, false).mailServer).toBe(host)
})
