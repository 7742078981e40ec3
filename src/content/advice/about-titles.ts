import type { PortfolioFile } from '../schema.ts'
import type { Path } from '../source.ts'
import type { Remark } from './remark.ts'
import type { Text } from './texts.ts'

const MOST_PROJECTS = 12
const SAYS_PICTURE = /^(an? |the )?(image|picture|photo|photograph|graphic|screenshot) of\b/i

/** What the galleries of projects and services, and the headings, say to people. */
export function remarksOnTitles(content: PortfolioFile): Remark[] {
  const projects = content.projects?.cards ?? []
  return [
    ...remarksOnCount(projects.length),
    ...projects.flatMap((project, place) =>
      remarksOnProject(project, ['projects', 'cards', place]),
    ),
    ...remarksOnRepeats(titlesOf(projects, ['projects', 'cards'])),
    ...remarksOnRepeats(titlesOf(content.services?.cards ?? [], ['services', 'cards'])),
    ...remarksOnRepeats(headingsOf(content)),
    ...(content.sections ?? []).flatMap(({ entries }, place) =>
      remarksOnRepeats(titlesOf(entries, ['sections', place, 'entries'])),
    ),
  ]
}

type Project = NonNullable<PortfolioFile['projects']>['cards'][number]

function remarksOnCount(count: number): Remark[] {
  if (count <= MOST_PROJECTS) return []
  return [
    {
      path: ['projects', 'cards'],
      found: `${count} projects`,
      meaning: `Visitors look at a few; more than ${MOST_PROJECTS} hide the best ones.`,
      action: 'Keep those that show what you want to do next.',
    },
  ]
}

function remarksOnProject({ title, summary, imgAlt }: Project, path: Path): Remark[] {
  const remarks: Remark[] = []
  if (!summary) {
    remarks.push({
      path,
      found: 'no summary',
      meaning: 'A title and its links do not tell what the project is for or what came of it.',
      action: 'Add a summary: for whom it was and what it changed.',
    })
  }
  if (SAYS_PICTURE.test(imgAlt)) {
    remarks.push({
      path: [...path, 'imgAlt'],
      found: `"${imgAlt}"`,
      meaning: 'Screen readers say by themselves that it is a picture.',
      action: 'Begin with what can be seen.',
    })
  } else if (isSame(imgAlt, title)) {
    remarks.push({
      path: [...path, 'imgAlt'],
      found: 'the title again',
      meaning: 'The title is read out already; people who do not see the picture learn nothing.',
      action: 'Say what the picture shows.',
    })
  }
  return remarks
}

function remarksOnRepeats(texts: Text[]): Remark[] {
  const before = new Set<string>()
  return texts.flatMap(({ path, text }) => {
    const heard = asHeard(text)
    if (!before.has(heard)) {
      before.add(heard)
      return []
    }
    return [
      {
        path,
        found: `"${text}" again`,
        meaning: 'Two things of one name look like a mistake and cannot be told apart by ear.',
        action: 'Give each a title of its own.',
      },
    ]
  })
}

function titlesOf(items: { title: string }[], path: Path): Text[] {
  return items.map(({ title }, place) => ({ path: [...path, place, 'title'], text: title }))
}

function headingsOf({ about, services, projects, resume, contact, sections = [] }: PortfolioFile) {
  const builtIn = Object.entries({ about, services, projects, resume, contact }).flatMap(
    ([name, section]) => (section ? [{ path: [name, 'heading'], text: section.heading }] : []),
  )
  const own = sections.map(({ heading }, place) => ({
    path: ['sections', place, 'heading'],
    text: heading,
  }))
  return [...builtIn, ...own]
}

function isSame(one: string, other: string): boolean {
  return asHeard(one) === asHeard(other)
}

function asHeard(text: string): string {
  return text.trim().toLowerCase()
}
