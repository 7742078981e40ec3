import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { linesOf } from '../../src/cli/doctor/tell.ts'
import { callMessages, type DataFolder, dataFolder } from '../fixtures/call-messages.ts'
import { contentFolder } from '../fixtures/call-portfolio.ts'
import { CONTROLS, freshForm, postForm, postJson, startTestGateway } from '../fixtures/gateway.ts'
import { write } from '../fixtures/messages.ts'

/** A title, a cleared screen, a link, a turned direction, a line over another, a tag letter. */
const EVIL =
  '\u001b]0;owned\u0007\u001b[2J\u009b31m\u001b]8;;https://x.test\u001b\\\u202egpj\rover\b\u{e0041}\u007f'
/** What a terminal obeys; its own colours are asked for by commands alone. */
const OBEYED = /[^\P{C}\n]/u

describe('19 Files', () => {
  test.each<[string, File]>([
    ['a text', new File(['words'], 'cv.txt', { type: 'text/plain' })],
    ['a page', new File(['<script>'], 'cv.html', { type: 'text/html' })],
    ['a program that says it is a picture', new File(['MZ'], 'cv.exe', { type: 'image/png' })],
    ['a way out of the folder', new File(['words'], '../../.env')],
    ['an empty one with a name', new File([], 'cv.pdf')],
  ])('%s is refused, and nothing of the message is stored', async (_, file) => {
    const { url, gateway, close } = await startTestGateway()
    onTestFinished(close)
    const form = freshForm()
    form.append('attachment', file)
    expect(await postForm(url, form)).toMatchObject({ status: 400, reason: 'attachment' })
    const attachments = [{ filename: 'a', path: '/etc/passwd' }]
    const byJson = { ...CONTROLS, template_params: { attachments } }
    expect(await postJson(url, byJson)).toMatchObject({ reason: 'variable-corrupted' })
    expect(await gateway.store.db.selectFrom('messages').select('id').execute()).toEqual([])
  })
})

describe('20 Formulas and commands in what owners read', () => {
  let place: DataFolder
  beforeEach(() => {
    place = dataFolder()
  })
  afterEach(() => place.remove())

  const writeEvil = () =>
    place.inStore((store) =>
      write(store, { name: EVIL, subject: EVIL, message: EVIL, others: { [EVIL]: EVIL } }),
    )

  test.each([
    'list',
    'list --json',
    'show latest',
    'show latest --json',
    'stats',
    'export',
    'export --format csv',
    'forget anna@example.com --yes',
    `show ${EVIL}`,
    `list --from ${EVIL}`,
    `forget ${EVIL}`,
    `export --format ${EVIL}`,
    `${EVIL}`,
  ])('a terminal obeys nothing of npm run messages -- %j', async (line) => {
    await writeEvil()
    const { out, error } = await place.messages(...line.split(' '))
    expect((out + error).replace(/^\ufeff/, '').replaceAll('\r\n', '\n')).not.toMatch(OBEYED)
  })

  test('mails, whose bytes are their own, are not poured over a terminal', async () => {
    await writeEvil()
    const circumstances = { isTerminal: true }
    const ended = await callMessages(
      ['export', '--format', 'mbox'],
      { DATA_FOLDER: place.data },
      circumstances,
    )
    expect(ended).toMatchObject({ exitCode: 2, out: '' })
  })

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\u200b=1',
    '＝1',
    '%00=1',
    '|=1',
  ])('no cell of an export is a formula when a visitor writes %j', async (formula) => {
    await place.inStore((store) =>
      write(store, { name: formula, subject: `x",${formula}`, message: `x\r\n${formula}` }),
    )
    const { out } = await place.messages('export', '--format', 'csv')
    // Outside of quotes stand only commas and line ends.
    const outside = out.replace(/^\ufeff/, '').replace(/"(?:[^"]|"")*"/g, '')
    expect(outside).toMatch(/^[,\r\n]*$/)
    expect(out).not.toMatch(/(^|,)"[\s=+\-@＝＋－＠]/m)
  })

  test.each<[string, (folder: string) => string]>([
    ['a JSON resume', jsonResume],
    ['a card', card],
    ['an export of LinkedIn', linkedIn],
  ])('a terminal obeys nothing of %s that is imported', async (_, writeFile) => {
    const content = contentFolder()
    onTestFinished(content.remove)
    const { out, error } = await content.import([writeFile(content.folder), '--dry-run'])
    expect(out).toContain('Mallory')
    expect(out + error).not.toMatch(OBEYED)
  })

  test('a terminal obeys nothing of what doctor finds', () => {
    const finding = { status: 'failed', check: 'mail server', found: EVIL, advice: EVIL } as const
    const colours = new RegExp(`${'\u001b'}\\[\\d+m`, 'g')
    const lines = linesOf(finding, 80).map((line) => line.replace(colours, ''))
    expect(lines.join('\n')).toContain('<U+001B>')
    expect(lines.join('\n')).not.toMatch(OBEYED)
  })
})

function jsonResume(folder: string): string {
  const file = join(folder, 'resume.json')
  const work = [{ name: EVIL, position: EVIL, startDate: EVIL, [EVIL]: EVIL }]
  const basics = { name: `Mallory ${EVIL}`, label: EVIL, email: EVIL, url: `https://${EVIL}` }
  writeFileSync(file, JSON.stringify({ basics, work, [EVIL]: EVIL }))
  return file
}

function card(folder: string): string {
  const file = join(folder, 'card.vcf')
  const evil = EVIL.replaceAll('\r', '')
  const lines = ['BEGIN:VCARD', 'VERSION:4.0', `FN:Mallory ${evil}`, `TITLE:${evil}`]
  writeFileSync(
    file,
    [...lines, `URL:https://${evil}`, `X-${evil}:${evil}`, 'END:VCARD', ''].join('\r\n'),
  )
  return file
}

function linkedIn(folder: string): string {
  const file = join(folder, 'linkedin.zip')
  mkdirSync(folder, { recursive: true })
  const cell = `"${EVIL}"`
  const profile = `First Name,Last Name,Headline\nMallory,${cell},${cell}\n`
  const positions = `Company Name,Title,Started On,${cell}\n${cell},${cell},${cell},${cell}\n`
  const texts = { 'Profile.csv': profile, 'Positions.csv': positions, [`${EVIL}.csv`]: 'a\nb\n' }
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    new TextEncoder().encode(text),
  ])
  writeFileSync(file, zipSync(Object.fromEntries(entries)))
  return file
}
