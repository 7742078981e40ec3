import { expect, test } from 'vitest'
import { readVcard } from './vcard.ts'

function card(lines: string[], version = '4.0', ending = '\r\n'): string {
  return ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join(ending)
}

function personOf(lines: string[], version?: string) {
  return readVcard(card(lines, version)).draft.person
}

test('a vCard 4.0', () => {
  const imported = readVcard(
    card([
      'FN:Zofia Example',
      'N:Example;Zofia;;;',
      'TITLE:Type designer\\, mostly Latin',
      'EMAIL;PREF=2:second@zofia.example.org',
      'EMAIL;PREF=1:zofia@zofia.example.org',
      'TEL;VALUE=uri;TYPE="voice,cell":tel:+48-22-555-0103',
      'ADR;TYPE=home:;;ul. Przykładowa 3;Poznań;Wielkopolskie;60-001;Poland',
      'URL:https://zofia.example.org',
      'SOCIALPROFILE;SERVICE-TYPE=Mastodon;USERNAME=zofia:https://social.example.net/@zofia',
      'NOTE:I draw letters.\\n\\nAnd the space',
      '  between them.',
      'BDAY:19850412',
    ]),
  )
  expect(imported.kind).toBe('a vCard')
  expect(imported.draft).toEqual({
    site: { url: 'https://zofia.example.org' },
    person: {
      name: 'Zofia Example',
      headline: 'Type designer, mostly Latin',
      email: 'zofia@zofia.example.org',
      phone: '+48-22-555-0103',
      location: { city: 'Poznań', region: 'Wielkopolskie', country: 'PL' },
      profiles: [
        {
          name: 'Mastodon',
          icon: 'mastodon',
          url: 'https://social.example.net/@zofia',
          username: 'zofia',
        },
      ],
    },
  })
  expect(imported.skipped).toEqual([
    { what: 'EMAIL second@zofia.example.org', why: 'it is a second one' },
    { what: 'ADR ul. Przykładowa 3, 60-001', why: 'a street is not for a public page' },
    { what: 'NOTE', why: 'the portfolio has no field for it' },
    { what: 'BDAY', why: 'the portfolio has no field for it' },
  ])
})

test('a vCard 3.0 with groups, as phones export it', () => {
  const person = personOf(
    [
      'N:Example;Zofia;;;',
      'item1.EMAIL;type=INTERNET;type=pref:zofia@zofia.example.org',
      'item1.X-ABLabel:_$!<Other>!$_',
      'X-SOCIALPROFILE;type=linkedin;x-user=zofia:https://www.linkedin.com/in/zofia-example',
      'URL;type=pref:github.com/zofia-example',
    ],
    '3.0',
  )
  expect(person).toEqual({
    name: 'Zofia Example',
    email: 'zofia@zofia.example.org',
    profiles: [
      {
        name: 'LinkedIn',
        icon: 'linkedin',
        url: 'https://www.linkedin.com/in/zofia-example',
        username: 'zofia',
      },
      { name: 'GitHub', icon: 'github', url: 'https://github.com/zofia-example' },
    ],
  })
})

test('a vCard 2.1 with folded quoted-printable text', () => {
  const person = personOf(
    [
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=BBaneta =',
      '=C5=81=C4=99cka',
      'TEL;CELL;PREF:+48225550104',
    ],
    '2.1',
  )
  expect(person).toMatchObject({ name: 'Żaneta Łęcka', phone: '+48225550104' })
})

test.each([
  'FN;CHARSET=Windows-1250;ENCODING=QUOTED-PRINTABLE:=AFaneta =A3=EAcka',
  'FN;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1250:=AFaneta =\r\n=A3=EAcka',
])('quoted-printable text in the encoding that it names: %j', (line) => {
  expect(personOf([line], '2.1')?.name).toBe('Żaneta Łęcka')
})

test('quoted-printable text that is not UTF-8 and names no encoding is Windows-1252', () => {
  expect(personOf(['FN;QUOTED-PRINTABLE:J=F6rg=20M=FCller'], '2.1')?.name).toBe('Jörg Müller')
  const unknown = 'FN;CHARSET=none;QUOTED-PRINTABLE:J=F6rg=20M=FCller'
  expect(personOf([unknown], '2.1')?.name).toBe('Jörg Müller')
})

test('the first of several cards is imported, and the others are reported', () => {
  const imported = readVcard(card(['FN:One Example']) + card(['FN:Other Example']))
  expect(imported.draft.person?.name).toBe('One Example')
  expect(imported.skipped).toEqual([
    { what: 'the card of Other Example', why: 'only the first card of a file is imported' },
  ])
})

test('a card without END:VCARD is rejected', () => {
  expect(() => readVcard('BEGIN:VCARD\nFN:Anna\n')).toThrow('END:VCARD is missing')
})

test('a line of millions of characters is parsed', () => {
  const note = `NOTE;${'A=b;'.repeat(500_000)}x:${'\\'.repeat(1_000_000)}`
  expect(personOf(['FN:Zofia Example', note])).toEqual({ name: 'Zofia Example' })
})
