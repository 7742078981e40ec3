import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { templateOf } from 'test-fixtures/mail-template.ts'
import { expect, test } from 'vitest'
import { readTemplates, renderHtml, renderText } from './template.ts'

const template = (head: string, html = '<p>{{message}}</p>') =>
  templateOf(`---\n${head}\n---\n${html}`)

const HEAD = 'to: "{{owner_email}}"\nsubject: "{{user_name}}"'

test('the shipped templates are valid', () => {
  const templates = readTemplates()
  expect([...templates.keys()].sort()).toEqual(
    readdirSync(join(import.meta.dirname, '../templates')).map((file) => file.replace('.html', '')),
  )
  expect(templates.get('auto-reply')).toMatchObject({ isReply: true })
})

test('visitor input is escaped, and its line breaks are preserved', () => {
  const html = renderHtml('<p title="{{a}}">{{b}}</p>', { a: '"><script>', b: '<b>\nnext' })
  expect(html).toBe('<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;<br>\nnext</p>')
})

test('only three braces render unescaped text', () => {
  expect(renderHtml('{{{a}}}', { a: '<b>' })).toBe('<b>')
})

test('a section renders if its variable is set, and a missing variable is empty', () => {
  const text = '{{#subject}}[{{subject}}]{{/subject}}{{^subject}}none{{/subject}}{{missing}}'
  expect(renderText(text, { subject: 'A & B' })).toBe('[A & B]')
  expect(renderText(text, { subject: '' })).toBe('none')
})

test('a visitor cannot choose the recipient', () => {
  expect(() => template('to: "{{friend}}"\nsubject: x')).toThrow(
    '{{friend}} in to would let a visitor',
  )
})

test.each([
  'cc: a@portfolio.test',
  'bcc: a@portfolio.test',
  'to: a@portfolio.test, b@portfolio.test',
])('a mail goes to one mailbox: %s', (line) => {
  const head = line.startsWith('to') ? line : `to: "{{owner_email}}"\n${line}`
  expect(() => template(`${head}\nsubject: x`)).toThrow('a group or a forward of it')
})
test.each([
  ['no front matter', '<p></p>', 'must start with front matter'],
  ['a missing subject', '---\nto: a@b.org\n---\n', 'subject'],
  ['a misspelt field', `---\n${HEAD}\nreplyto: x\n---\n`, 'replyto'],
  ['a partial', `---\n${HEAD}\n---\n{{>other}}`, '{{>other}} is not supported'],
  ['an unclosed section', `---\n${HEAD}\n---\n{{#a}}`, 'Unclosed section "a"'],
])('%s is reported', (_, source, error) => {
  expect(() => templateOf(source)).toThrow(error)
})
