import { expect, test } from 'vitest'
import { describeBlocked } from './blocked-loads.ts'

const POLICY =
  "default-src 'none'; img-src 'self' data: https://*.pictures.example; script-src 'self' https://ours.example/a/; style-src 'self';"

const page = (body: string, policy = POLICY) => ({
  path: '/blog/',
  html: `<meta http-equiv="content-security-policy" content="${policy}"><script type="application/ld+json">{}</script>${body}`,
})

test.each([
  [
    '<iframe width="1" src="https://www.youtube-nocookie.com/embed/x"></iframe>',
    'https://www.youtube-nocookie.com',
  ],
  [
    '<script is defer src="//plausible.example/js/script.js"></script>',
    'https://plausible.example',
  ],
  ['<link rel="stylesheet" href="https://fonts.example/a.css">', 'https://fonts.example'],
  ['<script src="https://one.pictures.example/a.js"></script>', 'https://one.pictures.example'],
  ['<iframe src="https://ours.example/a/"></iframe>', 'https://ours.example'],
  ['<script>run()</script>', 'sha256-'],
  ['<p class="a" style="text-align:center">A</p>', 'style="text-align:center"'],
])('%s is named', (body, named) => {
  expect(describeBlocked([page(body)])).toContain(`\n  /blog/  ${named}`)
})

test.each([
  '<img alt="" src="https://one.pictures.example/a.png">',
  '<script src="https://ours.example/a/b.js"></script>',
  '<a href="https://elsewhere.example/">elsewhere</a>',
  '<link rel="canonical" href="https://elsewhere.example/">',
  '<img src="/a.png"><script type="module" src="/a.js"></script>',
  '<code>style="a"</code><p data-style="x">B</p>',
])('%s is not blocked', (body) => {
  expect(describeBlocked([page(body)])).toBe('')
})

test.each(['plausible.example', '*.example', 'https://plausible.example/js/', 'https:', '*'])(
  'the source %s allows a script of its host',
  (source) => {
    const script = '<script src="https://plausible.example/js/script.js"></script>'
    const policy = `default-src 'none'; script-src 'self' ${source};`
    expect(describeBlocked([page(script, policy)])).toBe('')
  },
)
