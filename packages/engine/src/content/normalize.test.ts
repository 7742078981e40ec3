import { changedSample, set, writtenIn } from 'test-fixtures/change-content.ts'
import { diagnosticsAfter } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'
import { getIn } from './values.ts'

/** The normalized value of a field of the sample after it is set to `written`. */
function readAs(field: string, written: unknown): unknown {
  const path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  return getIn(writtenIn(changedSample(set(field, written))).content, path)
}

test.each([
  ['2018 - 2022', '2018 – 2022'],
  ['2018-2022', '2018 – 2022'],
  ['2018–2022', '2018 – 2022'],
  ['2018 — 2022', '2018 – 2022'],
  ['2018 bis 2022', '2018 – 2022'],
  ['10/2018 – 03/2022', '2018-10 – 2022-03'],
  ['10.2018-03.2022', '2018-10 – 2022-03'],
  ['01.10.2018 – 31.03.2022', '2018-10-01 – 2022-03-31'],
  ['Oct 2018 – present', '2018-10 – present'],
  ['October 2018 to today', '2018-10 – present'],
  ['Okt. 2018 - März 2022', '2018-10 – 2022-03'],
  ['Mai – Juli 2019', '2019-05 – 2019-07'],
  ['2025-03 – heute', '2025-03 – present'],
  ['2025-03 – obecnie', '2025-03 – present'],
  ["2025-03 – aujourd'hui", '2025-03 – present'],
  ['2025-03 – derzeit', '2025-03 – present'],
  ['2025-03 – pågående', '2025-03 – present'],
  ['2025-03 – do chwili obecnej', '2025-03 – present'],
  ['03/2025 do současnosti', '2025-03 – present'],
  ['2025-03 – теперішній час', '2025-03 – present'],
  ['2025-03 – ', '2025-03 – present'],
  ['seit 2025', '2025 – present'],
  ['od marca 2025', '2025-03 – present'],
  ['sedan mars 2025', '2025-03 – present'],
  [2019, '2019'],
  ['Oct 2018', '2018-10'],
])('the period %j is normalized to %j', (written, read) => {
  expect(readAs('resume.experience.entries.0.period', written)).toBe(read)
})

test.each(['03/04/2018 – 2019', 'Summer 2019', '2018 or 2019', '18 – 22', '10 – 03/2022', 'heute'])(
  'the ambiguous or invalid period %j is rejected',
  (written) => {
    const diagnostics = diagnosticsAfter(['period: 2018 – 2022', `period: ${written}`])
    expect(diagnostics).toMatchObject([{ field: 'resume.education.entries.0.period' }])
  },
)

test.each([
  ['person.profiles.1.url', 'github.com/maja', 'https://github.com/maja'],
  ['person.profiles.0.url', 'www.linkedin.com/in/maja', 'https://www.linkedin.com/in/maja'],
  ['projects.cards.0.projectUrl', '//maja.dev/shop', 'https://maja.dev/shop'],
  ['projects.cards.0.projectUrl', 'http://maja.dev', 'http://maja.dev'],
  ['site.url', 'maja.github.io/portfolio', 'https://maja.github.io/portfolio/'],
  ['resume.skills.entries.0.level', '90%', 90],
  ['resume.skills.entries.0.level', '90 %', 90],
  ['resume.skills.entries.0.level', '90', 90],
  ['about.figures.0.number', 12, '12'],
  ['resume.skills.entries.0.color', 'c2452d', '#c2452d'],
  ['resume.skills.entries.0.color', '#c24', '#cc2244'],
  ['resume.skills.entries.0.color', 'Red', '#ff0000'],
  ['person.location.country', 'Germany', 'DE'],
  ['person.location.country', 'Deutschland', 'DE'],
  ['person.location.country', 'de', 'DE'],
  ['site.language', 'German', 'de'],
  ['site.language', 'Deutsch', 'de'],
  ['site.language', 'pt-BR', 'pt-BR'],
  ['person.profiles.1.icon', 'GitHub', 'github'],
  ['services.cards.0.icon', 'Code XML', 'code-xml'],
  ['brand.image', '/images/brand.svg', 'images/brand.svg'],
  ['brand.image', './images/brand.svg', 'images/brand.svg'],
  ['brand.image', 'content/images/brand.svg', 'images/brand.svg'],
  ['brand.image', 'brand.svg', 'images/brand.svg'],
  ['projects.cards.0.imgSrc', 'harbour.png', 'images/harbour.png'],
  ['projects.cards.0.imgSrc', 'My shop (1).png', 'images/My shop (1).png'],
  ['projects.cards.0.imgSrc', 'images\\harbour.png', 'images/harbour.png'],
])('%s: %j is normalized to %j', (field, written, read) => {
  expect(readAs(field, written)).toBe(read)
})

test.each([
  [
    'url: https://github.com/reward-codes-example',
    'url: htp:/github.com/maja',
    'https://github.com/maja',
  ],
  [
    'url: https://github.com/reward-codes-example',
    'url: https//github.com/maja',
    'https://github.com/maja',
  ],
  ['icon: code-xml', 'icon: code-slash', 'code-xml'],
  ['icon: code-xml', 'icon: arrow-dwon', 'arrow-down'],
])('%j replaced by %j suggests %s', (from, to, suggestion) => {
  expect(diagnosticsAfter([from, to])).toMatchObject([{ suggestion }])
})

test.each([
  ['http://127.0.0.1:3305/', '127.0.0.1 is an IP address'],
  ['http://localhost:3000/', 'localhost is reachable from this machine only'],
  ['https://intranet/', '"intranet" is not a public host name'],
  ['ftp://maja.dev/', 'ftp: is not http or https'],
])('the address %s is rejected with the specific reason', (address, reason) => {
  const [diagnostic, ...others] = diagnosticsAfter([
    '  language: en\n',
    `  language: en\n  url: ${address}\n`,
  ])
  expect(others).toEqual([])
  expect(diagnostic).toMatchObject({ field: 'site.url', expected: expect.stringContaining(reason) })
  // A suggestion must be valid itself, so there is none.
  expect(diagnostic?.suggestion).toBeUndefined()
})
