import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfiguration } from 'reward-codes-gateway/internal/configuration.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'

// The settings that the guides name for each way to send, as .env has them.

const RECIPES = ['docs/operating.md', 'docs/microsoft-365.md'].flatMap((name) => {
  const text = readFileSync(join(ROOT, name), 'utf8')
  return text.split(/^##+ /m).flatMap((section) => {
    const [, settings] = /^```sh\n([^`]*^MAIL_FROM=[^`]*)^```/m.exec(section) ?? []
    return settings ? [[section.split('\n', 1)[0] ?? '', settings] as const] : []
  })
})

test('the guides have a recipe for each way to send', () => {
  const ways = RECIPES.map(([, text]) => {
    const { MAIL_TRANSPORT: way = 'smtp', OAUTH_CLIENT_ID: application } = parseEnv(text)
    return application ? `${way} with OAuth` : way
  })
  expect([...new Set(ways)]).toEqual(['smtp', 'resend', 'smtp with OAuth', 'graph with OAuth'])
})

test.each(RECIPES)('the settings of %s are valid, with secrets in quotes', (_, text) => {
  const settings = { MAIL_TO: 'you@example.com', ...parseEnv(text) } as Record<string, string>
  expect(readConfiguration(settings)).toMatchObject({ ok: true })
  // Without quotes, # begins a comment.
  expect(text).not.toMatch(/(PASSWORD|SECRET)=(?!')/)
})
