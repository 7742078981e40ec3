import type { Inline, RichText } from 'reward-codes/internal/content/rich-text.ts'
import type { Portfolio } from 'reward-codes/internal/content/schema.ts'

type Resume = NonNullable<Portfolio['resume']>

/** The newest entries of a list are shown in full, earlier ones in one line that opens. */
export const FULL_ENTRIES = 3

/** The lists between experience and skills, in page order. */
const OTHER_LISTS = ['volunteering', 'certificates', 'awards', 'publications'] as const

export type OtherList = (typeof OTHER_LISTS)[number]

/** How the lists of the resume are arranged in a wide window. Their order is always the same. */
type ResumeLayout = {
  /**
   * - `columns`: education and `beside` in one column, experience and `main` in the other
   * - `wide-skills`: the same, with skills and languages below both columns
   * - `stacked`: every list has the full width
   */
  kind: 'columns' | 'wide-skills' | 'stacked'
  main: OtherList[]
  /** The lists before the skills. */
  beside: OtherList[]
  /** In a wide window, the education stands in the rail, and skills and `beside` in a third column. */
  rail: boolean
}

/** The shorter column is at least this part of the longer one, or else there is a hole below it. */
const MIN_RATIO = 0.75

/** The same for the third column, in which the skills take what is left of the height. */
const MIN_THIRD_RATIO = 0.6

// Characters in a line of each column at 1280 px, and heights in lines of text.
const MAIN_LINE = 70
const ASIDE_LINE = 32
const THIRD_LINE = 26
const HEADING = 3
const PADDING = 0.9
/** The heading of the section and the download. */
const RAIL = 5

/** Chooses the layout whose columns have about the same height. */
export function chooseResumeLayout(resume: Resume): ResumeLayout {
  const { education, experience, skills, languages } = resume
  const others = OTHER_LISTS.filter((name) => resume[name])
  const heights = (names: OtherList[], line: number, head: number) =>
    sum(names, (name) => heightOf(resume[name]?.entries, line, head))
  const left = heightOf(education?.entries, ASIDE_LINE, 2)
  const right = heightOf(experience?.entries, MAIN_LINE, 1)
  const abilities = skillsHeight(skills?.entries) + skillsHeight(languages?.entries)

  const splits = [...others.keys(), others.length].map((count) => ({
    main: others.slice(0, count),
    beside: others.slice(count),
  }))
  const thirds = splits.map(({ main, beside }) => {
    const longest = right + heights(main, MAIN_LINE, 1)
    const narrow = heights(beside, THIRD_LINE, 2) + abilities
    const isFilled = RAIL + left <= longest && narrow <= longest
    return { main, beside, ratio: isFilled ? narrow / longest : 0 }
  })
  const [third] = sortByRatio(thirds)
  if (education && third && third.ratio >= MIN_THIRD_RATIO) {
    return { kind: 'columns', main: third.main, beside: third.beside, rail: true }
  }
  const candidates = splits.map(({ main, beside }) => {
    const ratio = ratioOf(
      left + heights(beside, ASIDE_LINE, 2) + abilities,
      right + heights(main, MAIN_LINE, 1),
    )
    return { main, beside, ratio }
  })
  const [best] = sortByRatio(candidates)
  if (best && best.ratio >= MIN_RATIO) {
    return { kind: 'columns', main: best.main, beside: best.beside, rail: false }
  }
  const isFilled = ratioOf(left, right + heights(others, MAIN_LINE, 1)) >= MIN_RATIO
  return { kind: isFilled ? 'wide-skills' : 'stacked', main: others, beside: [], rail: false }
}

function sortByRatio<Candidate extends { ratio: number }>(candidates: Candidate[]): Candidate[] {
  return candidates.toSorted((one, other) => other.ratio - one.ratio)
}

function ratioOf(one: number, other: number): number {
  return Math.min(one, other) / Math.max(one, other)
}

type Text = Pick<RichText, 'nodes'>
type ListEntry = { description?: Text | undefined; highlights?: Text[] | undefined }

/** The height of a list whose entries have `head` lines above their text. */
function heightOf(entries: ListEntry[] | undefined, line: number, head: number): number {
  if (!entries?.length) return 0
  const lines = ({ description, highlights = [] }: ListEntry) =>
    sum([...(description ? [description] : []), ...highlights], ({ nodes }) =>
      Math.ceil(lengthOf(nodes) / line),
    )
  return (
    HEADING +
    sum(entries, () => head + PADDING) +
    // Earlier entries are closed.
    sum(entries.slice(0, FULL_ENTRIES), lines)
  )
}

function lengthOf(nodes: Inline[]): number {
  return sum(nodes, (node) => {
    if (typeof node === 'string') return node.length
    return node.tag === 'code' ? node.text.length : lengthOf(node.children)
  })
}

type SkillEntry = {
  name: string
  level?: number | undefined
  description?: string | undefined
  keywords?: string[] | undefined
}

/** Whether the skills are names only, of which two fit beside each other in the narrow column. */
export function arePlain(skills: SkillEntry[]): boolean {
  return skills.every(({ level, description, keywords }) =>
    [level, description, keywords].every((value) => value === undefined),
  )
}

function skillsHeight(skills: SkillEntry[] | undefined): number {
  if (!skills?.length) return 0
  const height = ({ level, keywords = [] }: SkillEntry) =>
    (level === undefined ? 1.2 : 1.5) + Math.ceil(keywords.join(', ').length / ASIDE_LINE)
  return HEADING + sum(skills, height) / (arePlain(skills) ? 2 : 1)
}

function sum<Item>(items: Item[], measure: (item: Item) => number): number {
  return items.reduce((total, item) => total + measure(item), 0)
}
