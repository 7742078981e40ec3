import { describe, expect, test } from 'vitest'
import { findActiveContent, readSvg } from './check-image.ts'

const START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
const HEAD =
  '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
const ATTRIBUTE = 'an event handler attribute'
const LINK = 'a link that runs a script'

test.each([
  ['plain', `${START}</svg>`],
  ['with a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${START}</svg>`],
  ['with a byte order mark', `\uFEFF${START}</svg>`],
  [
    'with comments and a doctype',
    `<!-- by hand -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n${START}</svg>`,
  ],
  ['with a prefix', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"></svg:svg>'],
])('recognizes SVG: %s', (_, text) => {
  expect(readSvg(Buffer.from(text))).toBe(text)
})

test.each([
  ['a web page with inline SVG', `<!doctype html><body>${START}</svg></body>`],
  ['other XML', '<?xml version="1.0"?><note>svg</note>'],
  ['a word', 'svg'],
])('%s is not SVG', (_, text) => {
  expect(readSvg(Buffer.from(text))).toBeUndefined()
})

describe('findActiveContent finds active content', () => {
  test.each([
    ['<script>alert(1)</script>', 'a script'],
    ['<x:script xmlns:x="http://www.w3.org/2000/svg" href="x.js"/>', 'a script'],
    ['<![CDATA[<!--]]><script>alert(1)</script><![CDATA[-->]]>', 'a script'],
    ['<handler>alert(1)</handler>', 'a script'],
    ['<rect width="9" onload="alert(1)"/>', ATTRIBUTE],
    ['<rect data-x=">" onload="alert(1)"/>', ATTRIBUTE],
    ['<a\n  ONCLICK = "alert(1)"><text>x</text></a>', ATTRIBUTE],
    ['<rect xmlns:x="urn:x" x:onload="alert(1)"/>', ATTRIBUTE],
    ['<a href=" javascript:alert(1)"/>', LINK],
    ['<a href="&#106;avascript:alert(1)"/>', LINK],
    ['<a href="java&#x0A;script:alert(1)"/>', LINK],
    ['<a href="data:text/html,x"/>', LINK],
    ['<a><animate attributeName="x" values="#;javascript:alert(1)"/></a>', LINK],
    ['<a href="#"><set attributeName="href" to="https://x.net"/></a>', 'an animated link'],
    ['<foreignObject><p>x</p></foreignObject>', 'embedded HTML (foreignObject)'],
    ['<h:meta xmlns:h="http://www.w3.org/1999/xhtml" content="0"/>', 'embedded HTML (meta)'],
  ])('%s', (part, what) => {
    expect(findActiveContent(`${START}${part}</svg>`)).toBe(what)
  })

  test.each([
    ['<!DOCTYPE svg [<!ENTITY x "<script/>">]>', 'DOCTYPE declarations'],
    ['<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>', 'DOCTYPE declarations'],
    ['<?xml-stylesheet type="text/xsl" href="#x"?>', 'an XML style sheet'],
    ['<?xml version="1.0" encoding="ISO-2022-JP"?>', 'text in ISO-2022-JP'],
  ])('before the root element: %s', (head, what) => {
    expect(findActiveContent(`${head}${START}</svg>`)).toContain(what)
  })

  test('and throws for XML that is not well-formed', () => {
    expect(() => findActiveContent(`${START}<rect></svg>`)).toThrow()
  })
})

describe('findActiveContent accepts static content', () => {
  test.each([
    '<linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><rect fill="url(#a)"/>',
    '<clipPath id="c"><path d="M0 0h9"/></clipPath><use href="#c" clip-path="url(#c)"/>',
    '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"/>',
    '<!-- <script> onload="x" --><style>.on{fill:red}</style><text>once = on, script</text>',
    '<style><![CDATA[ a > b { fill: red } <!-- ]]></style>',
    '<title>JavaScript on one page</title><desc>&lt;script&gt;</desc>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<rect><animate attributeName="opacity" values="0;1"/></rect>',
  ])('%s', (part) => {
    expect(findActiveContent(`${HEAD}${START}${part}</svg>`)).toBeUndefined()
  })
})
