import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFinding } from 'reward-codes-gateway/internal/cli/doctor/finding.ts'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder } from '../fixtures/call-messages.ts'
import { contentFolder } from '../fixtures/call-portfolio.ts'
import { write } from '../fixtures/messages.ts'

/** A title, a cleared screen, a link, a turned direction, a line over another, a tag letter. */
const EVIL =
  '\u001b]0;owned\u0007\u001b[2J\u009b31m\u001b]8;;https://x.test\u001b\\\u202egpj\rover\b\u{e0041}\u007f'
/** What a terminal obeys; its own colours are asked for by commands alone. */
const OBEYED = /[^\P{C}\n]/u

test('no command about messages prints a terminal control sequence', async () => {
  const place = dataFolder()
  const message = { name: EVIL, subject: EVIL, message: EVIL, others: { [EVIL]: EVIL } }
  await place.inStore((store) => write(store, message))
  for (const line of [
    'list',
    'list --json',
    'show latest',
    'show latest --json',
    `show ${EVIL}`,
    `list --sender ${EVIL}`,
    `list --state ${EVIL}`,
    `forget ${EVIL}`,
    'forget anna@example.com --yes',
    EVIL,
  ]) {
    const { out, error } = await place.messages(...line.split(' '))
    expect(out + error).not.toBe('')
    expect(out + error, line).not.toMatch(OBEYED)
  }
})

test('doctor prints no terminal control sequence', () => {
  const finding = { status: 'failed', check: 'mail server', found: EVIL, advice: EVIL } as const
  const colours = new RegExp(`${'\u001b'}\\[\\d+m`, 'g')
  const text = describeFinding(finding, 80).replace(colours, '')
  expect(text).toContain('<U+001B>')
  expect(text).not.toMatch(OBEYED)
})

test('an import prints no terminal control sequence', async () => {
  const content = contentFolder()
  onTestFinished(content.remove)
  rmSync(content.content, { recursive: true })
  const file = join(content.folder, 'resume.json')
  const work = [{ name: EVIL, position: EVIL, startDate: EVIL, [EVIL]: EVIL }]
  const basics = { name: `Mallory ${EVIL}`, label: EVIL, email: EVIL, url: `https://${EVIL}` }
  writeFileSync(file, JSON.stringify({ basics, work, [EVIL]: EVIL }))
  const { out, error } = await content.init(['--import', file, '--yes'])
  expect(out).toContain('Not imported, or only in part')
  expect(out + error).not.toMatch(OBEYED)
})
