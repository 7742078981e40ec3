import { expect, test } from 'vitest'
import { bringIn, SAMPLE } from '../../tests/fixtures/bring-in.ts'
import { readJsonResume } from './json-resume.ts'
import { prepareImport } from './prepare.ts'

test('every line that the import does not speak of stays as it was', () => {
  const { text } = bringIn({ basics: { phone: '+48 22 555 01 05' } })
  const lines = text.split('\n')
  expect(lines.filter((line) => line !== '  phone: +48 22 555 01 05')).toEqual(SAMPLE.split('\n'))
  expect(lines).toHaveLength(SAMPLE.split('\n').length + 1)
})

test('lines that end as on Windows still do', () => {
  const windows = SAMPLE.replaceAll('\n', '\r\n')
  const { text } = prepareImport(
    readJsonResume({ basics: { email: 'anna@example.com' } }),
    windows,
    SAMPLE,
  )
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('foreign letters are kept, foreign commands are not', () => {
  const { content } = bringIn({ basics: { name: 'A\u001b[31mn\u0000na\u2028 Z\u0301' } })
  expect(content.person.name).toBe('A[31mnna Ź')
})

test('thousands of broken entries end in no time', () => {
  const work = Array.from({ length: 5000 }, (_, index) => ({ name: `Firm ${index}`, url: 'x y' }))
  expect(
    bringIn({ basics: { name: 'Anna' }, work }).taken.map(({ path }) => path.join('.')),
  ).toContain('person.name')
})
