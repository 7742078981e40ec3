import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { compareSites, pageText } from './compare-sites.ts'

function site(files: Record<string, string>): string {
  const folder = freshFolder()
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), body)
  }
  return folder
}

test('the text of a page has one line for each block, and what images and fields say', () => {
  const html = `<title>Anna</title><meta name="description" content="Who I am">
    <style>p { color: red }</style><h1>I am <em>Anna</em>.</h1>
    <img alt="A boat"><input placeholder="Your name"><script>alert(1)</script>
    <ul><li>one<li>two</ul>`
  expect(pageText(html).split('\n')).toEqual([
    'Anna',
    'Who I am',
    'I am Anna.',
    'A boat',
    'Your name',
    'one',
    'two',
  ])
})

test('other markup and other names of assets are no difference; texts and files are', () => {
  const before = site({
    'index.html': '<p class="a1">Hello</p>',
    '404.html': '<p>Not here</p>',
    'assets/page-1.js': 'a',
    '.fingerprint': '1',
    'old.vcf': 'FN:Anna',
  })
  const after = site({
    'index.html': '<p class="b2">Hello</p>',
    '404.html': '<p>Not found</p>',
    'assets/page-2.js': 'b',
    '.fingerprint': '2',
    'card.png': '12345',
  })
  const none = 'The file does not exist.'
  expect(compareSites(before, after)).toEqual([
    { path: '404.html', before: 'Not here', after: 'Not found' },
    { path: 'card.png', before: none, after: '5 bytes' },
    { path: 'old.vcf', before: 'FN:Anna', after: none },
  ])
})
