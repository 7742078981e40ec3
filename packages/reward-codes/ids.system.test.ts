import { set } from 'test-fixtures/change-content.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { readPage } from 'test-fixtures/read-page.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Document } from 'yaml'

test('every id of the page is unique, whatever projects and sections are called', async () => {
  const titles = ['X', 'X title', 'X', 'X 2', '???', 'Main']
  const change = (document: Document) => {
    titles.forEach((title, index) => {
      set(`projects.cards.${index}.title`, title)(document)
      set(`projects.cards.${index}.problem`, 'The desk was called for every berth.')(document)
    })
    set('customSections', [
      { id: 'project', menuLabel: 'Project', heading: 'Project', text: ['A project.'] },
      { id: 'x-title', menuLabel: 'Title', heading: 'Title', text: ['A title.'] },
    ])(document)
  }
  const site = createSite({ change })
  onTestFinished(() => site.remove())
  const { exitCode, out, error } = await site.build()
  expect(exitCode, out + error).toBe(0)
  const { elements } = readPage(site.read('index.html'))
  const ids = elements.flatMap((element) => / id="([^"]*)"/.exec(element)?.[1] ?? [])
  expect(ids).toEqual(expect.arrayContaining(['project', 'project-x', 'project-x-title']))
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
}, 120_000)
