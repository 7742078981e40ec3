import { expect, test } from 'vitest'
import { containsAddress, isAddress } from './address.ts'

test.each([
  'ada@example.org',
  'ada.nowak+site@mail.example.co.uk',
  "o'brien@example.org",
  'zoë@exämple.org',
  'root@localhost',
])('%s is one address', (text) => {
  expect(isAddress(text)).toBe(true)
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'ada@@example.org',
  'ada@example.org, bob@example.org',
  'ada@example.org;bob@example.org',
  'Ada <ada@example.org>',
  '"ada"@example.org',
  'ada@example.org\r\nBcc: bob@example.org',
  'ada @example.org',
  '<ada@example.org>',
  'ada@example.org.',
  'ada@spam。test',
  '.ada@example.org',
  'a..da@example.org',
  'ada@-example.org',
  'ada@example..org',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada@2130706433',
  'ada@0x7f.1',
  'ada@１２７.1',
  '=?utf-8?q?boss=40example.com?=@example.org',
  'ada\ud83d@example.org',
  `${'a'.repeat(65)}@example.org`,
  `ada@${'a'.repeat(250)}.org`,
])('%j is not one plain address', (text) => {
  expect(isAddress(text)).toBe(false)
})

test.each([
  'ada@example.org',
  ' ADA@Example.ORG ',
  'Ada Nowak <ada@example.org>, bob@example.org',
  'write to ada@example.org.',
  "'ada@example.org'",
  'Ada+news@example.org',
  'ａｄａ@example.org',
  'https://example.org/?email=ada@example.org&x=1',
])('%j contains ada@example.org', (text) => {
  expect(containsAddress(text, 'ada@example.org')).toBe(true)
})

test.each([
  'nada@example.org',
  'ada@example.org.uk',
  "o'ada@example.org",
  'a/ada@example.org',
  'ada at example.org',
  '',
])('%j does not contain ada@example.org', (text) => {
  expect(containsAddress(text, 'ada@example.org')).toBe(false)
})

// Chrome sends an international domain of an e-mail field in ASCII, Firefox as the visitor typed it.
test.each([
  ['anna@xn--bcher-kva.example', 'anna@b\u00fccher.example'],
  ['anna@b\u00fccher.example', 'anna@xn--bcher-kva.example'],
  ['anna@b\u00fccher.example', 'anna@bu\u0308cher.example'],
  ['zo\u00eb@B\u00dcCHER.example', 'zoe\u0308@XN--bcher-kva.example'],
])('the address %j is found under the spelling %j', (written, given) => {
  expect(containsAddress(written, given)).toBe(true)
  expect(containsAddress('anna@bucher.example', given)).toBe(false)
})

test('an address with unusual characters is found', () => {
  expect(containsAddress("=o'a/b?c@example.org", "=o'a/b?c@example.org")).toBe(true)
})
