import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const BUILD_TIMEOUT = 300_000
const WHO = ['--name', 'Jana Krüger', '--headline', 'Entwicklerin', '--place', 'Leipzig, Germany']

let site: Site
let printed: string
beforeAll(async () => {
  site = createSite()
  rmSync(site.content, { recursive: true })
  const way = ['--messages', 'address', '--email', 'jana@example.de']
  const made = await site.run(['init', ...WHO, '--language', 'de', ...way, '--yes'])
  expect(made, made.error).toMatchObject({ exitCode: 0 })
  const { exitCode, out, error } = await site.build()
  printed = out + error
  expect(exitCode, printed).toBe(0)
}, BUILD_TIMEOUT)
afterAll(() => site.remove())

test('a new site is in its language, headings and file names included', () => {
  const page = site.read('index.html')
  expect(page.startsWith('<!DOCTYPE html><html lang="de"')).toBe(true)
  for (const text of ['Hallo!', 'Über mich', 'Projekte', 'Lebenslauf herunterladen', 'Kontakt']) {
    expect(page.includes(text), text).toBe(true)
  }
  expect(page.match(/>(?:About|Contact|Education|Download|Hi There)/)).toBeNull()
  expect(readdirSync(join(site.root, 'dist'))).toContain('Lebenslauf.pdf')
  expect(site.read('contact.vcf')).toContain('Leipzig')
  expect(page.includes('data-time-zone="Europe/Berlin"')).toBe(true)
})

test('the build prints no warning of Node.js', () => {
  expect(printed).toContain('Complete!')
  expect(printed).not.toContain('Warning')
})

test('without a form, the page shows the address', () => {
  const page = site.read('index.html')
  expect(page.includes('href="mailto:jana@example.de"')).toBe(true)
  expect(page.includes('<form')).toBe(false)
  expect(page.includes('Oder schreiben Sie an')).toBe(false)
})
