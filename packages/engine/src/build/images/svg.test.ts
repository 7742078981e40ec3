import { describe, expect, test } from 'vitest'
import { findActive, readSvg } from './svg.ts'

const START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
const HEAD =
  '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
const ATTRIBUTE = 'an attribute that runs a script'
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
])('a drawing is known: %s', (_, text) => {
  expect(readSvg(Buffer.from(text))).toBe(text)
})

test.each([
  ['a web page with a drawing in it', `<!doctype html><body>${START}</svg></body>`],
  ['other XML', '<?xml version="1.0"?><note>svg</note>'],
  ['a word', 'svg'],
])('%s is no drawing', (_, text) => {
  expect(readSvg(Buffer.from(text))).toBeUndefined()
})

describe('what would run is found', () => {
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
    ['<a href="#"><set attributeName="href" to="https://x.net"/></a>', 'a link that changes'],
    ['<foreignObject><p>x</p></foreignObject>', 'a piece of a web page (foreignObject)'],
    [
      '<h:meta xmlns:h="http://www.w3.org/1999/xhtml" content="0"/>',
      'a piece of a web page (meta)',
    ],
  ])('%s', (part, what) => {
    expect(findActive(`${START}${part}</svg>`)).toBe(what)
  })

  test.each([
    ['<!DOCTYPE svg [<!ENTITY x "<script/>">]>', 'declarations in its DOCTYPE'],
    ['<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>', 'declarations in its DOCTYPE'],
    ['<?xml-stylesheet type="text/xsl" href="#x"?>', 'a style sheet of XML'],
    ['<?xml version="1.0" encoding="ISO-2022-JP"?>', 'text in ISO-2022-JP'],
  ])('before the drawing: %s', (head, what) => {
    expect(findActive(`${head}${START}</svg>`)).toContain(what)
  })

  test('and what is no XML is not judged at all', () => {
    expect(() => findActive(`${START}<rect></svg>`)).toThrow()
  })
})

describe('an honest drawing holds nothing that runs', () => {
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
    expect(findActive(`${HEAD}${START}${part}</svg>`)).toBeUndefined()
  })
})
