import type { ContentDocument } from '../load.ts'
import { checkMarkup } from './markup.ts'
import { checkPage } from './page.ts'
import { type Advice, locateRemarks } from './remark.ts'
import { checkResume } from './resume.ts'

/** The lint context: facts that are not in the content. */
export type LintContext = {
  now: Date
  /** The page count of the resume PDF, if it is built. */
  resumePages?: number | undefined
}

/** Lints valid content. The advice blocks nothing. */
export function lintContent(written: ContentDocument, facts: LintContext): Advice[] {
  return locateRemarks(written.source, [
    ...checkPage(written),
    ...checkResume(written.content, facts),
    ...checkMarkup(written.content),
  ])
}
