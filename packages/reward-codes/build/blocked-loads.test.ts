import { expect, test } from 'vitest'
import { describeBlocked } from './blocked-loads.ts'

const POLICY =
  "default-src 'none'; img-src 'self' data: https://*.pictures.example; script-src 'self' https://ours.example/a/; style-src 'self';"

const page = (body: string) => ({
  path: '/blog/',
  html: `<meta http-equiv="content-security-policy" content="${POLICY}"><script type="application/ld+json">{}</script>${body}`,
})

test('a host that the policy blocks is named with the line that allows it', () => {
  const blocked = describeBlocked([
    page('<iframe width="1" src="https://www.youtube-nocookie.com/embed/x"></iframe>'),
    page('<script is defer data-domain="a" src="//plausible.example/js/script.js"></script>'),
  ])
  expect(blocked).toContain('  /blog/  https://www.youtube-nocookie.com (frame-src)\n')
  expect(blocked).toContain(
    `security: { csp: { scriptDirective: { resources: ["'self'", "https://plausible.example"] }, directives: ["frame-src https://www.youtube-nocookie.com", "connect-src 'self' https://plausible.example"] } },`,
  )
})

test('a script in the page is named by the hash that allows it', () => {
  expect(describeBlocked([page('<script>run()</script>')])).toMatch(
    /scriptDirective: \{ hashes: \["sha256-[^"]{44}"\] \}/,
  )
})

test.each([
  '<img alt="" src="https://one.pictures.example/a.png">',
  '<script src="https://ours.example/a/b.js"></script>',
  '<a href="https://elsewhere.example/">elsewhere</a>',
  '<link rel="canonical" href="https://elsewhere.example/">',
  '<img src="/a.png"><script type="module" src="/a.js"></script>',
])('%s is not blocked', (body) => {
  expect(describeBlocked([page(body)])).toBe('')
})
