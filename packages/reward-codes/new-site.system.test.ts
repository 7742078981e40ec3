import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const BUILD_TIMEOUT = 300_000
const WHO = ['--name', 'Jana Krüger', '--headline', 'Entwicklerin', '--place', 'Leipzig, Germany']

const IMPRINT = {
  name: 'Jana Krüger',
  address: 'Lange Straße 7\n04103 Leipzig',
  vatId: 'DE123456789',
  responsible: 'Jana Krüger, Anschrift wie oben',
}

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

test(
  'the imprint and the notice are linked, and the notice is linked at the form',
  async () => {
    site.edit((content) => {
      content.set('legal', content.createNode({ imprint: IMPRINT, privacy: {} }))
      content.setIn(['contact', 'form'], 'gateway')
    })
    const { exitCode, out, error } = await site.build()
    expect(exitCode, out + error).toBe(0)
    const [, contact = ''] =
      /<section[^>]*id="contact"([\s\S]*?)<\/section>/.exec(site.read('index.html')) ?? []
    expect(
      /nur, um Ihnen zu antworten\.(?:<!-- -->)? ?<a href="\.\/datenschutz\/">Datenschutz/.test(
        contact,
      ),
    ).toBe(true)
    const imprint = site.read('impressum/index.html')
    const text = imprint.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
    expect(text).toContain('USt-IdNr.: DE123456789')
    expect(text).toContain('Verantwortlich für den Inhalt: Jana Krüger')
    const notice = site.read('datenschutz/index.html')
    expect([
      imprint.includes('href="/datenschutz/"'),
      notice.includes('href="/impressum/"'),
    ]).toEqual([true, true])
    expect(notice.includes('<footer')).toBe(true)
    for (const word of ['Art. 6 Abs. 1 Buchst. f DSGVO', 'widersprechen', 'Aufsichtsbehörde']) {
      expect(notice.replaceAll('\u00a0', ' ').includes(word), word).toBe(true)
    }
  },
  BUILD_TIMEOUT,
)

test(
  'a public build names each text that is left',
  async () => {
    site.edit((content) => content.setIn(['site', 'url'], 'https://jana.example.de/'))
    const { exitCode, out, error } = await site.build()
    expect(exitCode).toBe(1)
    expect(out + error).not.toMatch(/Stack trace|node_modules|\n *at /)
    expect(error).toContain('yours to write: 6')
    expect(error.match(/portfolio\.yaml:\d+ {2}/g)).toHaveLength(6)
  },
  BUILD_TIMEOUT,
)
