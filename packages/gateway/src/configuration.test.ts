import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleEnvironment, readConfiguration } from './configuration.ts'

const EXAMPLE = join(import.meta.dirname, '../../.env.example')

function faultsOf(environment: Record<string, string>): string[] {
  const read = readConfiguration(environment)
  return read.ok ? [] : read.faults
}

test('nothing has to be set', () => {
  const read = readConfiguration({})
  expect(read).toMatchObject({ ok: true, configuration: { PORT: 3000, DATA_FOLDER: 'data' } })
})

test('all faults are told at once, each with the help of its variable', () => {
  const faults = faultsOf({
    PORT: 'eighty',
    SMTP_URL: 'mail.example.com',
    MAIL_TO: 'Ada <ada@example.org>',
    AUTO_REPLY: 'true',
    RETENTION_DAYS: '0',
    DKIM_DOMAIN: 'example.org',
  })
  const names = faults.map((fault) => fault.split(':')[0])
  expect(names).toEqual([
    'PORT',
    'SMTP_URL',
    'MAIL_TO',
    'AUTO_REPLY',
    'RETENTION_DAYS',
    'MAIL_FROM',
    'DKIM_SELECTOR',
    'DKIM_KEY_FILE',
  ])
  expect(faults[0]).toBe('PORT: a whole number from 0 to 65535. The port to listen at.')
  expect(faults[5]).toContain('MAIL_FROM: needed, because SMTP_URL is set.')
})

test('an empty line of .env sets nothing', () => {
  expect(faultsOf({ SMTP_URL: '', PORT: '' })).toEqual([])
})

test('lists are read with commas or spaces', () => {
  const read = readConfiguration({ BLOCK_LIST: 'spam.test, bad@example.org other.test' })
  const blocked = read.ok ? read.configuration.BLOCK_LIST : []
  expect(blocked).toEqual(['spam.test', 'bad@example.org', 'other.test'])
})

test('an address of the page is understood however it ends, and a bare name is told', () => {
  const read = readConfiguration({ ALLOWED_ORIGINS: 'https://www.example.com/, http://x.test:80' })
  const origins = read.ok ? read.configuration.ALLOWED_ORIGINS : []
  expect(origins).toEqual(['https://www.example.com', 'http://x.test'])
  expect(faultsOf({ ALLOWED_ORIGINS: 'example.com' })[0]).toContain(
    'ALLOWED_ORIGINS: addresses such',
  )
})

test('a password with a lone percent sign is told before it fails', () => {
  const mail = { MAIL_FROM: 'a@example.org', MAIL_TO: 'b@example.org' }
  const faults = faultsOf({ ...mail, SMTP_URL: 'smtps://me:50%off@mail.example.com' })
  expect(faults[0]).toContain('%25 for %')
})

test('.env.example names every variable as it is; npm run schema writes it', () => {
  expect(readFileSync(EXAMPLE, 'utf8')).toBe(exampleEnvironment())
})
