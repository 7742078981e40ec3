import { changedSample, diagnosticsIn, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'

test.each([
  ['#portfolo', '#portfolio'],
  ['#projects', '#portfolio'],
  ['/#abuot', '#about'],
])('the link %s to an anchor that the page does not have is an error', async (link, suggestion) => {
  const folder = changedSample(set('contact.lead', `See [my work](${link}).`))
  expect(await diagnosticsIn(folder)).toMatchObject([{ field: 'contact.lead', suggestion }])
})

test('a link to an anchor of the page is valid', async () => {
  const folder = changedSample(set('about.bio', ['[a](#about)', '[b](/#portfolio)']))
  expect(await diagnosticsIn(folder)).toEqual([])
})
