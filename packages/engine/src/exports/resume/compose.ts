import { RESUME_PROJECTS } from '../../content/resume.ts'
import type { Portfolio } from '../../content/schema.ts'
import type { Block, Tag } from './blocks.ts'
import { headerBlocks } from './header.ts'
import { creditBlocks, languageBlocks, skillBlocks } from './lists.ts'
import { projectBlocks, timelineBlocks } from './timeline.ts'
import { createTypography, section, type Typography } from './typography.ts'

type MakeBlocks<List> = (list: List, root: Tag, typography: Typography) => Block[]

/** Composes the resume as blocks in reading order, at a font size. */
export function composeResume(portfolio: Portfolio, size: number): Block[] {
  const { projects, resume } = portfolio
  const root: Tag = { type: 'Document' }
  const typography = createTypography(size)
  const add = <List extends { heading: string }>(list: List | undefined, make: MakeBlocks<List>) =>
    list ? section(list.heading, make(list, root, typography), root, typography) : []
  return [
    ...headerBlocks(portfolio, root, typography),
    ...add(resume?.experience, timelineBlocks),
    ...add(resume?.education, timelineBlocks),
    ...add(
      projects && { ...projects, cards: projects.cards.slice(0, RESUME_PROJECTS) },
      projectBlocks,
    ),
    ...add(resume?.skills, skillBlocks),
    ...add(resume?.languages, languageBlocks),
    ...add(resume?.certificates, creditBlocks),
    ...add(resume?.awards, creditBlocks),
    ...add(resume?.publications, creditBlocks),
    ...add(resume?.volunteering, timelineBlocks),
  ]
}
