import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contentError } from '../content/diagnostic.ts'
import { languagesIn } from '../content/languages.ts'
import { load } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { findTracked, PRIVATE_FOLDER, readPrivate, withPrivate } from '../content/private.ts'
import { makeFurtherResume, type Warn } from '../files/typeset-files.ts'
import { readPalettes } from '../images/colors.ts'
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
    const { locator } = loaded
    for (const { isPrivate, portfolio } of loaded.resumes) {
      if (!isPrivate) continue
      const palettes = readPalettes(portfolio.site)
      const complete = withPrivate(portfolio, read.data ?? {})
      const pdf = makeFurtherResume(complete, { content, locator, palettes, warn })
      if (!pdf) continue
      const name = join(PRIVATE_FOLDER, language ?? '', portfolio.resume?.fileName ?? '')
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), pdf)
      if (!read.data) warn(`${name} has no ${describeLack(portfolio)}`)
    }
  }
}

function describeLack({ person }: Portfolio): string {
  const lacks = person.phone ? 'postal address' : 'telephone number and no postal address'
  return `${lacks}, because there is no content/private.yaml.`
}
