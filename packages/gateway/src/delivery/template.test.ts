import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTemplate, readTemplates, renderHtml, renderText } from './template.ts'

const SHIPPED = join(import.meta.dirname, '../../../content/mail')

const template = (head: string, html = '<p>{{message}}</p>') =>
  readTemplate('test', `---\n${head}\n---\n${html}`)

const HEAD = 'to: "{{owner_email}}"\nsubject: "{{user_name}}"'

test('the shipped templates are sound', () => {
  const templates = readTemplates(SHIPPED)
  expect([...templates.keys()].sort()).toEqual(
    readdirSync(SHIPPED).map((file) => file.replace('.html', '')),
  )
  expect(templates.get('auto-reply')?.isReply).toBe(true)
})

test('what a visitor writes stays text, and its lines stay lines', () => {
  const html = renderHtml('<p title="{{a}}">{{b}}</p>', { a: '"><script>', b: '<b>\nnext' })
  expect(html).toBe('<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;<br>\nnext</p>')
})

test('raw text comes only from three braces', () => {
  expect(renderHtml('{{{a}}}', { a: '<b>' })).toBe('<b>')
  expect(() => template(HEAD, '{{&message}}')).toThrow('write {{{message}}}')
})

test('sections show what is there, and a missing variable is nothing', () => {
  const text = '{{#subject}}[{{subject}}]{{/subject}}{{^subject}}none{{/subject}}{{missing}}'
  expect(renderText(text, { subject: 'A & B' })).toBe('[A & B]')
  expect(renderText(text, { subject: '' })).toBe('none')
})

test('a variable named as a method of objects is nothing', () => {
  expect(renderText('{{constructor}}{{toString}}{{__proto__}}', {})).toBe('')
  const own = JSON.parse('{"__proto__": "word"}')
  expect(renderText('{{__proto__}}', own)).toBe('word')
})

test.each(['to', 'cc', 'bcc'])('a visitor never chooses who gets the mail: %s', (field) => {
  const head = { to: '{{owner_email}}', subject: 'x', [field]: '{{friend}}' }
  const matter = Object.entries(head).map(([name, value]) => `${name}: "${value}"`)
  expect(() => template(matter.join('\n'))).toThrow(`${field}: {{friend}} would let a visitor`)
})

test('a reply holds no word of the visitor', () => {
  const head = 'to: "{{user_email}}"\nsubject: "Thanks, {{user_name}}"'
  expect(() => template(head, 'Fixed words.')).toThrow('in subject {{user_name}} is the visitor')
  const fixed = 'to: "{{user_email}}"\nsubject: "Thanks"'
  expect(() => template(fixed, '{{message}}')).toThrow('in html {{message}} is the visitor')
  expect(template(fixed, 'From {{site}}').isReply).toBe(true)
})

test.each([
  ['no front matter', '<p></p>', 'must begin with front matter'],
  ['a missing subject', '---\nto: a@b.org\n---\n', 'subject'],
  ['a misspelt field', `---\n${HEAD}\nreplyto: x\n---\n`, 'replyto'],
  ['a partial', `---\n${HEAD}\n---\n{{>other}}`, '{{>other}} is not supported'],
  ['an unclosed section', `---\n${HEAD}\n---\n{{#a}}`, 'Unclosed section "a"'],
])('%s is told', (_, source, fault) => {
  expect(() => readTemplate('test', source)).toThrow(fault)
})

test('the variables of headers are known, so that no line break gets there', () => {
  const { headerVariables } = template(`${HEAD}\nreplyTo: "{{user_email}}"`)
  expect([...headerVariables]).toEqual(['owner_email', 'user_name', 'user_email'])
})
