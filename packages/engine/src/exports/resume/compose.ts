import type { Portfolio } from '../../content/schema.ts'
import { RESUME_PROJECTS } from '../../content/uncovered.ts'
import type { Block, Tag } from './blocks.ts'
import { headBlocks } from './head.ts'
import { creditBlocks, languageBlocks, skillBlocks } from './lists.ts'
import { makeSetting, type Setting, section } from './setting.ts'
import { projectBlocks, stationBlocks } from './stations.ts'

type MakeBlocks<List> = (list: List, root: Tag, setting: Setting) => Block[]

/** The resume as paragraphs, in the order in which it is read, with text of this size. */
export function composeResume(portfolio: Portfolio, size: number): Block[] {
  const { projects, resume } = portfolio
  const root: Tag = { type: 'Document' }
  const setting = makeSetting(size)
  const add = <List extends { heading: string }>(list: List | undefined, make: MakeBlocks<List>) =>
    list ? section(list.heading, make(list, root, setting), root, setting) : []
  return [
    ...headBlocks(portfolio, root, setting),
    ...add(resume?.experience, stationBlocks),
    ...add(resume?.education, stationBlocks),
    ...add(
      projects && { ...projects, cards: projects.cards.slice(0, RESUME_PROJECTS) },
      projectBlocks,
    ),
    ...add(resume?.skills, skillBlocks),
    ...add(resume?.languages, languageBlocks),
    ...add(resume?.certificates, creditBlocks),
    ...add(resume?.awards, creditBlocks),
    ...add(resume?.publications, creditBlocks),
    ...add(resume?.volunteering, stationBlocks),
  ]
}
