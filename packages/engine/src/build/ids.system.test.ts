import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { COMMAND, SITE } from 'test-fixtures/folders.ts'
import { readPage } from 'test-fixtures/read-page.ts'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('every id of the page is unique, whatever projects and sections are called', async () => {
  const titles = ['X', 'X title', 'X', 'X 2', '???', 'Main']
  const content = changedSample((document) => {
    titles.forEach((title, index) => {
      set(`projects.cards.${index}.title`, title)(document)
      set(`projects.cards.${index}.problem`, 'The desk was called for every berth.')(document)
    })
    set('customSections', [
      { id: 'project', menuLabel: 'Project', heading: 'Project', text: ['A project.'] },
      { id: 'x-title', menuLabel: 'Title', heading: 'Title', text: ['A title.'] },
    ])(document)
  })
  const out = join(content, 'dist')
  const args = [COMMAND, 'build', '--content', content, '--out', out, '--gateway']
  await run(process.execPath, args, { cwd: SITE })
  const { elements } = readPage(readFileSync(join(out, 'index.html'), 'utf8'))
  const ids = elements.flatMap((element) => / id="([^"]*)"/.exec(element)?.[1] ?? [])
  expect(ids).toEqual(expect.arrayContaining(['project', 'project-x', 'project-x-title']))
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
})
