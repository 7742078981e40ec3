import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDelivery } from 'test-fixtures/delivery.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { textSignals } from './spam-signals.ts'
import type { Submission } from './submission.ts'

type Corpus = { wanted: Record<string, string[]>; spam: Record<string, string[]> }
const { wanted, spam }: Corpus = parse(
  readFileSync(join(ROOT, 'tests/fixtures/visitor-messages.yaml'), 'utf8'),
)

function signalsOf(message: string): string[] {
  const variables = { user_name: 'Maja Example', user_email: 'maja@example.com', message }
  return textSignals({ variables } as unknown as Submission)
}

describe.each(Object.entries(wanted))('in %s', (_language, messages) => {
  test.each(messages)('%j is delivered', (message) => {
    expect(signalsOf(message)).toEqual([])
  })
})

describe.each(Object.entries(spam))('with the sign "%s"', (signal, messages) => {
  test.each(messages)('%j', (message) => {
    expect(signalsOf(message)).toEqual(signal === 'none' ? [] : [signal])
  })
})

test.each([
  ['a Casino offer', 'held', 'contains "Casino"'],
  ['casinos', 'queued', null],
  ['work from\nhome now', 'held', 'contains "work from home"'],
  ['cas\u200bi\u00adno', 'held', 'contains "casino"'],
  ['Work From Home', 'held', 'contains "Work From Home"'],
  ['c++ (any)', 'held', 'contains "c++"'],
])('with HOLD_WORDS the message %j is %s', async (text, state, reason) => {
  const { url, message } = await startDelivery({
    environment: { HOLD_WORDS: 'casino, work from home,c++', SMTP_HOST: '', SMTP_PORT: '' },
  })
  await postForm(url, { message: text })
  expect(await message()).toMatchObject({ state, reason })
})

test.each([
  ['yes', 'held', 'more links than sentences'],
  ['no', 'queued', null],
])('with HOLD_SPAM=%s, a message of links is %s', async (setting, state, reason) => {
  const { url, message } = await startDelivery({
    environment: { HOLD_SPAM: setting, SMTP_HOST: '', SMTP_PORT: '' },
  })
  await postForm(url, { message: 'https://a.example https://b.example' })
  expect(await message()).toMatchObject({ state, reason })
})
