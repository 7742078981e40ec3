import { describe, expect, it } from 'vitest'
import type { Portfolio } from '../../content/schema.ts'
import { chooseResumeLayout } from './resume-layout.ts'

const TEXT = 'A description of two lines in the main column, which readers scan first. '.repeat(2)

describe('the layout of the resume', () => {
  it('sets six skills beside five positions', () => {
    expect(layoutOf({ degrees: 1, jobs: 5, skills: 6 })).toMatchObject({ kind: 'columns' })
  })

  it('sets sixteen names of skills in two narrow columns', () => {
    expect(layoutOf({ degrees: 1, jobs: 5, names: 16 })).toMatchObject({ kind: 'columns' })
  })

  it('gives sixteen skills the full width, and the lists too if they would leave a hole', () => {
    expect(layoutOf({ degrees: 1, jobs: 5, skills: 16 }).kind).toBe('stacked')
    expect(layoutOf({ degrees: 3, jobs: 3, skills: 30 }).kind).toBe('wide-skills')
  })

  it('stacks lists where one column would be empty', () => {
    expect(layoutOf({ degrees: 0, jobs: 5, skills: 0 }).kind).toBe('stacked')
    expect(layoutOf({ degrees: 2, jobs: 0, skills: 6 }).kind).toBe('stacked')
  })

  it('moves short lists below the education until the columns are equal, in their order', () => {
    const layout = layoutOf({ degrees: 1, jobs: 5, skills: 0, awards: 6, certificates: 6 })
    expect(layout.kind).toBe('columns')
    expect(layout.beside.length).toBeGreaterThan(0)
    expect([...layout.main, ...layout.beside]).toEqual(['certificates', 'awards'])
  })
})

function text(source: string) {
  return { source, nodes: [source] }
}

function layoutOf(counts: {
  degrees: number
  jobs: number
  skills?: number
  names?: number
  awards?: number
  certificates?: number
}) {
  const list = <Item>(count: number, item: Item) =>
    count === 0 ? undefined : { heading: 'x', entries: Array.from({ length: count }, () => item) }
  const credit = { title: 'Award', by: 'Someone' }
  const entry = { course: 'Developer', school: 'Studio' }
  const lists = {
    education: list(counts.degrees, { ...entry, description: text(TEXT.slice(0, 60)) }),
    experience: list(counts.jobs, { ...entry, description: text(TEXT) }),
    skills: counts.names
      ? list(counts.names, { name: 'HTML' })
      : list(counts.skills ?? 0, { name: 'HTML', level: 90, description: 'Daily' }),
    awards: list(counts.awards ?? 0, credit),
    certificates: list(counts.certificates ?? 0, credit),
  }
  const given = Object.fromEntries(Object.entries(lists).filter(([, value]) => value))
  return chooseResumeLayout({
    menuLabel: 'Resume',
    heading: 'Resume',
    downloadLabel: 'Download',
    fileName: 'Resume.pdf',
    paper: 'A4',
    ...given,
  } as NonNullable<Portfolio['resume']>)
}
