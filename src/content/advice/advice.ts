import type { Written } from '../load.ts'
import { remarksOnForm } from './about-form.ts'
import { remarksOnLinks } from './about-links.ts'
import { remarksOnPrivacy } from './about-privacy.ts'
import { remarksOnResume } from './about-resume.ts'
import { remarksOnSite } from './about-site.ts'
import { remarksOnSkills } from './about-skills.ts'
import { remarksOnTitles } from './about-titles.ts'
import { remarksOnWords } from './about-words.ts'
import { type Advice, placeRemarks } from './remark.ts'

/** What advice depends on beside the content. */
export type Facts = {
  now: Date
  /** How long the finished resume file is, where it has been made. */
  resumePages?: number | undefined
}

/** What is no fault in a valid content, and still worth a second look. */
export function adviseOn(written: Written, facts: Facts): Advice[] {
  const { source, content } = written
  return placeRemarks(source, [
    ...remarksOnSite(content),
    ...remarksOnTitles(content),
    ...remarksOnResume(content, facts),
    ...remarksOnSkills(content),
    ...remarksOnLinks(content),
    ...remarksOnPrivacy(content),
    ...remarksOnForm(content),
    ...remarksOnWords(written),
  ])
}
