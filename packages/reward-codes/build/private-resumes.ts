import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentError } from '../content/diagnostic.ts'
import { languagesIn } from '../content/languages.ts'
import { load } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { findTracked, PRIVATE_FOLDER, readPrivate, withPrivate } from '../content/private.ts'
import { resumeFiles } from '../content/resume-files.ts'
import { makeResume, type Warn } from '../files/typeset-files.ts'
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
  const found = readPrivate(content)
  if (!found.ok) throw contentError(found.diagnostics)
  const { data } = found
  for (const language of [undefined, ...languagesIn(content)]) {
    const loaded = await load(content, { sections: 'unknown', language })
    if (!loaded.ok) throw contentError(loaded.diagnostics)
    const { locator } = loaded
    for (const { isPrivate, portfolio } of loaded.resumes) {
      if (!isPrivate) continue
      const complete = withPrivate(portfolio, data ?? {})
      const folder = join(PRIVATE_FOLDER, language ?? '')
      for (const { name, format } of resumeFiles(portfolio.resume)) {
        const body = await makeResume(complete, format, { folder: content, locator, warn })
        if (!body) continue
        mkdirSync(join(root, folder), { recursive: true })
        writeFileSync(join(root, folder, name), body)
      }
      const { fileName } = portfolio.resume ?? {}
      if (!data) warn(`${join(folder, fileName ?? '')} has no ${describeLack(portfolio)}`)
    }
  }
}

function describeLack({ person }: Portfolio): string {
  const lacks = person.phone ? 'postal address' : 'telephone number and no postal address'
  return `${lacks}, because there is no content/private.yaml.`
}
