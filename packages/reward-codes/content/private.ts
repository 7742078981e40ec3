import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { readBeside } from './load.ts'
import type { Portfolio } from './portfolio.ts'
import { commaIn } from './punctuation.ts'
import { lines } from './schema/fields.ts'
import { telephone } from './schema/person.ts'

/** The file beside portfolio.yaml for what only private resumes show. Nothing that makes the site reads it. */
const PRIVATE_FILE = 'private.yaml'
/** The folder beside the site for private resumes. */
export const PRIVATE_FOLDER = 'private'

const schema = z.strictObject({
  phone: telephone('Your telephone number with its country code.').optional(),
  address: lines('Your postal address: a text or a list with one entry per line.').optional(),
})

type PrivateData = z.output<typeof schema>

/** What is private; undefined without a file. */
export function readPrivate(folder: string) {
  return readBeside(join(folder, PRIVATE_FILE), schema)
}

/** A resume with what is private: the address stands in place of the city. */
export function withPrivate(portfolio: Portfolio, { phone, address }: PrivateData): Portfolio {
  const { person, site } = portfolio
  const place = address?.join(commaIn(site.language))
  return { ...portfolio, person: { ...person, ...(phone && { phone }), ...(place && { place }) } }
}

/** Says that git tracks what is private, and how to repair it. Undefined if it does not. */
export function findTracked(root: string): { found: string; command: string } | undefined {
  const names = [`content/${PRIVATE_FILE}`, `:(glob)${PRIVATE_FOLDER}/**`]
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--', ...names], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = status === 0 ? stdout.split('\0').filter(Boolean) : []
  if (files.length === 0) return undefined
  return {
    found: `git tracks ${files.join(' and ')}, so that everyone who has the repository can read it`,
    command: `git rm --cached ${files.join(' ')}`,
  }
}
