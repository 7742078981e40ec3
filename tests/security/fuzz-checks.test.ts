import fc from 'fast-check'
import {
  asciiAddress,
  containsAddress,
  isAddress,
  mailboxOf,
} from 'reward-codes-gateway/internal/address.ts'
import { sanitizeLine, sanitizeText } from 'reward-codes-gateway/internal/cli/terminal/sanitize.ts'
import { altcha } from 'reward-codes-gateway/internal/submissions/altcha.ts'
import { networkOf } from 'reward-codes-gateway/internal/submissions/limits.ts'
import {
  submissionFromForm,
  submissionFromJson,
} from 'reward-codes-gateway/internal/submissions/submission.ts'
import { renderHtml, renderText } from 'reward-codes-gateway/internal/template.ts'
import { test } from 'vitest'
import { forEvery } from '../fixtures/fuzz.ts'

const HUGE = 100_000
const BEGINS = ['', 'a@', 'x@b.', '"', '<', '::ffff:', 'multipart/form-data; boundary=']
const PIECES = [
  ...'a . - @ a. a- a@ 0 1: : :: ; , " \\ \\" {{ {{{ }} {{#a}} < & = % %0 -- {"a": [ =? xn--'.split(
    ' ',
  ),
  ...[' ', '\t', '\u00a0', '\r', '\n', '\r\n', '>From ', '\u001b['],
  ...['é', '😀', '\ud800', '\u0301', '＠', '\u202e\u200b'],
]
const ENDS = ['', '!', '@', '.', '\n', '"', '\0', ' x']

/** One piece many times with another end, which is what a pattern that goes back and forth hates. */
const huge = fc
  .tuple(
    fc.constantFrom(...BEGINS),
    fc.oneof(fc.constantFrom(...PIECES), fc.string({ minLength: 1, maxLength: 4, unit: 'binary' })),
    fc.constantFrom(...ENDS),
  )
  .map(([begin, piece, end]) => begin + piece.repeat(Math.ceil(HUGE / piece.length)) + end)

const readForm = (body: string, contentType = 'multipart/form-data; boundary=a') =>
  submissionFromForm(Buffer.from(body), contentType)
const verifier = altcha('portfolio', 'secret')
const verify = (token: string) =>
  verifier.verify({ token, scoreToken: '', hostname: undefined, now: 0 })

const CHECKS: Record<string, (text: string) => unknown> = {
  'an address': isAddress,
  'an address for every server': (text) => asciiAddress(`a@${text}`),
  'a blocked address': mailboxOf,
  'an address in a text': (text) => containsAddress(text, 'ada@example.org'),
  'a form': (text) => readForm(text),
  'a form and its boundary': (text) =>
    readForm(text, text.replace(/[^\x20-\x7e]/g, '')).catch(() => {}),
  'a form with one field': (text) =>
    readForm(`--a\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n${text}\r\n--a--`),
  'variables in JSON': (text) =>
    submissionFromJson(Buffer.from(JSON.stringify({ template_params: { [text]: text } }))),
  'a network address': networkOf,
  'a text in a mail': (text) => renderText('{{a}}{{#a}}x{{/a}}', { a: text }),
  'a text in HTML': (text) => renderHtml('{{a}}{{{a}}}', { a: text }),
  'a captcha token': (text) => verify(text),
  'a line on a terminal': sanitizeLine,
  'a text on a terminal': sanitizeText,
}

test('every check of a field comes to an end with 100 KB of anything', async () => {
  const inputs = fc.tuple(fc.constantFrom(...Object.values(CHECKS)), huge)
  await forEvery(inputs, [150, 9000], async ([check, text]) => {
    await check(text)
  })
})
