import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contentError } from '../content/diagnostic.ts'
import { languagesIn } from '../content/languages.ts'
import { load } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { findTracked, PRIVATE_FOLDER, readPrivate, withPrivate } from '../content/private.ts'
import type { Locator } from '../content/source.ts'
import { typeset } from '../content/typography.ts'
import { located, makeResume, type Warn } from '../files/typeset-files.ts'
import { readPalettes } from '../images/colors.ts'
import { resumeErrors } from '../resume/resume-pdf.ts'
import { hasTypst } from '../resume/typst.ts'
import { UserError } from '../user-error.ts'

/** Stops a build of a site whose repository has what is private. */
export function assertUntracked(root: string): void {
  const tracked = findTracked(root)
  if (!tracked) return
  const { found, command } = tracked
  throw new UserError(
    `${found}. Name it in .gitignore, and run: ${command}\nEarlier commits still have it.`,
  )
}

type Folders = { root: string; content: string }

/** Writes the private resumes beside the site, in the language of each page. */
export async function writePrivateResumes({ root, content }: Folders, warn: Warn): Promise<void> {
  const read = readPrivate(content)
  if (!read.ok) throw contentError(read.diagnostics)
  for (const language of [undefined, ...languagesIn(content)]) {
    const loaded = await load(content, { sections: 'unknown', language })
    if (!loaded.ok) throw contentError(loaded.diagnostics)
    for (const { isPrivate, portfolio } of loaded.resumes) {
      const { fileName } = portfolio.resume ?? {}
      if (!isPrivate || !fileName || !hasTypst()) continue
      const name = join(PRIVATE_FOLDER, language ?? '', fileName)
      const pdf = makePrivate(withPrivate(portfolio, read.data ?? {}), name, loaded.locator)
      if (!pdf) continue
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), pdf)
      if (!read.data) warn(`${name} has no ${describeLack(portfolio)}`)
    }
  }

  function makePrivate(portfolio: Portfolio, name: string, locator: Locator): Buffer | undefined {
    const errors = resumeErrors(portfolio)
    if (errors.length > 0) {
      warn(`There is no ${name}:\n\n${located(errors, locator)}\n`)
      return undefined
    }
    return makeResume({
      portfolio: typeset(portfolio),
      template: portfolio.resume?.template,
      content,
      locator,
      palettes: readPalettes(content, portfolio.site.look),
      warn,
    })
  }
}

function describeLack({ person }: Portfolio): string {
  const lacks = person.phone ? 'postal address' : 'telephone number and no postal address'
  return `${lacks}, because there is no content/private.yaml.`
}
