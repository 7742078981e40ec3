import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SAMPLE } from '../../tests/fixtures/bring-in.ts'
import { readJsonResume } from './json-resume.ts'
import { prepareImport } from './prepare.ts'

test('nothing of the sample’s person stays beside another name', () => {
  const text = SAMPLE.replace(
    /^ {2}name: .*\n(?: {2}(?:headline|email|location):.*\n(?: {4}(?:city|country):.*\n)*)*/m,
    (name) =>
      `${name.split('\n')[0]}\n  headline: Of Another\n  email: other@example.com # of another\n  location:\n    city: Elsewhere\n`,
  )
  const prepared = prepareImport(readJsonResume({ basics: { name: 'Anna Nowak' } }), text, text)
  expect(parse(prepared.text).person).toEqual({ name: 'Anna Nowak', profiles: [] })
  expect(prepared.text).not.toContain('of another')
})
