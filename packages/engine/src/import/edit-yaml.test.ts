import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Path } from '../content/values.ts'
import { editYaml } from './edit-yaml.ts'

const TEXT = `# about the file
person:
    # my real name
    name: Maja   # as in the passport
    headline:
    profiles:
    # newest first
    - name: GitHub   # mine
      icon: github

hero: { greeting: Hi, place: here }

# the longest one
about:
    bio:
        - >-
            one
            two
        - three
    figures: []
`

const set = (text: string, path: Path, value: unknown) => editYaml(text, [{ path, value }])

/** The lines that a change removes and adds. */
function changed(path: Path, value: unknown, text = TEXT) {
  const after = set(text, path, value)
  const [before, now] = [text.split('\n'), after.split('\n')]
  return {
    gone: before.filter((line) => !now.includes(line)),
    come: now.filter((line) => !before.includes(line)),
    content: parse(after),
  }
}

test('a text is replaced, and the comment beside it stays', () => {
  expect(changed(['person', 'name'], 'Anna')).toMatchObject({
    gone: ['    name: Maja   # as in the passport'],
    come: ['    name: Anna   # as in the passport'],
  })
})

test('a list is replaced, and the comment above it stays', () => {
  const { gone, come, content } = changed(['person', 'profiles'], [{ name: 'X', icon: 'x' }])
  expect(gone).toEqual(['    - name: GitHub   # mine', '      icon: github'])
  expect(come).toEqual(['    - name: X', '      icon: x'])
  expect(content.person.profiles).toEqual([{ name: 'X', icon: 'x' }])
})

test('a new field is inserted after the one that precedes it in the schema', () => {
  const after = set(TEXT, ['person', 'email'], 'anna@example.com')
  expect(after).toContain('    headline:\n    email: anna@example.com\n    profiles:')
})

test('an empty field is filled, and an empty list becomes a block list', () => {
  expect(changed(['person', 'headline'], 'Developer').come).toEqual(['    headline: Developer'])
  expect(changed(['about', 'figures'], ['a']).come).toEqual(['    figures:', '      - a'])
})

test('a new section is inserted after an empty line', () => {
  const after = set(TEXT, ['projects', 'heading'], 'Work')
  expect(after).toBe(`${TEXT.trimEnd()}\n\nprojects:\n  heading: Work\n`)
})

test('a flow mapping becomes a block mapping', () => {
  const { gone, content } = changed(['hero', 'place'], 'there')
  expect(gone).toEqual(['hero: { greeting: Hi, place: here }'])
  expect(content.hero).toEqual({ greeting: 'Hi', place: 'there' })
})

test('a value that cannot be spliced is rewritten by the library, and comments stay', () => {
  const text = '# head\n? person\n: name: Maja # passport\n'
  const after = set(text, ['person', 'name'], 'a'.repeat(120))
  expect(parse(after)).toEqual({ person: { name: 'a'.repeat(120) } })
  expect(after).toContain('# head')
})

test('a folded text does not absorb the comment of the short one that it replaces', () => {
  const long = 'word '.repeat(40).trim()
  const { content } = changed(['person', 'name'], long)
  expect(content.person.name).toBe(long)
})

const NASTY = [
  'yes',
  'null',
  '2020',
  '2018 – 2022',
  '0x1f',
  '~',
  '- a list',
  '# no comment',
  'a: b # c',
  '{a: b} & *c',
  '"quoted"',
  "it's",
  '@handle',
  '%TAG',
  '---',
  '...',
  '!!binary aGk=',
  'two\nlines',
  'two\n\n  indented\nlines',
  `${'long '.repeat(50)}end`,
  `${'x'.repeat(300)}`,
  `first  ${'two  gaps '.repeat(20)}end`,
  'tab\tinside',
  'Zażółć gęślą jaźń 🐢',
  ': : :',
  '| block',
  '<<',
]

test.each(NASTY)('%j comes back as it went in, at every depth', (value) => {
  for (const path of [
    ['person', 'name'],
    ['hero', 'place'],
    ['site', 'title'],
  ]) {
    const { content } = changed(path, value)
    const [section = '', name = ''] = path
    expect(content[section][name]).toBe(value)
  }
  const entries = [{ course: value, highlights: [value, value] }, { course: value }]
  expect(changed(['resume', 'experience', 'entries'], entries).content.resume).toEqual({
    experience: { entries },
  })
})

test.each([
  ['person:\n  name: &me Anna\nhero:\n  greeting: *me\n', 'Berta'],
  ['person:\n  name: &me [a, &b b]\nhero:\n  greeting: [*me, *b]\n', 'Berta'],
])('an alias keeps its value when its anchor is removed: %j', (text, value) => {
  const before = parse(text)
  expect(parse(set(text, ['person', 'name'], value))).toEqual({
    ...before,
    person: { name: value },
  })
  expect(parse(set(text, ['person', 'name'], undefined))).toEqual({ ...before, person: {} })
})

describe('a renamed field', () => {
  const rename = (text: string, path: Path, name: string) => editYaml(text, [{ path, name }])

  test('keeps its value, its comments and everything around it', () => {
    const after = rename(TEXT, ['about', 'bio'], 'paragraphs')
    expect(after).toBe(TEXT.replace('    bio:', '    paragraphs:'))
  })

  test('may be quoted or in flow style', () => {
    expect(rename(TEXT, ['hero', 'greeting'], 'hello')).toContain(
      'hero: { hello: Hi, place: here }',
    )
    expect(rename('"menu" : x # why\n', ['menu'], 'menuLabel')).toBe('menuLabel : x # why\n')
  })

  test('keeps Windows line ends and the byte order mark', () => {
    const text = '\ufeffa:\r\n  menu: x\r\n'
    expect(rename(text, ['a', 'menu'], 'menuLabel')).toBe('\ufeffa:\r\n  menuLabel: x\r\n')
  })

  test('behind an alias renames no field elsewhere', () => {
    const text = 'a: &shared\n  menu: x # why\nb: *shared\n'
    expect(parse(rename(text, ['b', 'menu'], 'menuLabel'))).toEqual({
      a: { menu: 'x' },
      b: { menuLabel: 'x' },
    })
  })
})
