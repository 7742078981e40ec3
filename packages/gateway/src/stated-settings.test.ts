import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { findUntrue, knownSettings } from './stated-settings.ts'

function configurationOf(environment: Record<string, string>) {
  const read = readConfiguration(environment)
  if (!read.ok) throw new Error(read.faults.join())
  return read.configuration
}

test('a notice of the same settings is true', () => {
  const configuration = configurationOf({ RETENTION_DAYS: '30' })
  const stated = knownSettings(configuration, {}, true)
  expect(stated).toMatchObject({ retentionDays: 30, autoReply: false })
  expect(findUntrue(stated, configuration)).toEqual([])
})

test('each setting that differs from the notice is named', () => {
  const stated = { retentionDays: 90, autoReply: true }
  expect(findUntrue(stated, configurationOf({}))).toEqual([
    'retentionDays is 90 in the notice, and 180 here',
    'autoReply is true in the notice, and false here',
  ])
})

test('a site without a notice, or one that states nothing, promises nothing', () => {
  expect(findUntrue(undefined, configurationOf({}))).toEqual([])
  expect(findUntrue({}, configurationOf({}))).toEqual([])
})

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
  const mail = { SMTP_URL: url, MAIL_FROM: 'a@ewa.dev', MAIL_TO: 'a@ewa.dev' }
  expect(knownSettings(configurationOf(mail), {}, false).mailServer).toBe(host)
})
