import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { unknownVariables } from './owner-folder.ts'

test.each([
  ['NOTICE_ULR=x', ['unknown variable NOTICE_ULR in .env. Did you mean NOTICE_URL?']],
  ['SMTP_PAS=x', ['unknown variable SMTP_PAS in .env. Did you mean SMTP_PASSWORD?']],
  ['SMPT_HOST=x', ['unknown variable SMPT_HOST in .env. Did you mean SMTP_HOST?']],
  ['COFFEE_MACHINE=x', ['unknown variable COFFEE_MACHINE in .env.']],
  ['SMTP_PASSWORD_FILE=x\nNODE_ENV=production\nDOMAIN=example.com', []],
])('%j in .env: %j', (text, expected) => {
  const file = join(freshFolder(), '.env')
  writeFileSync(file, text)
  expect(unknownVariables(file)).toEqual(expected)
})
