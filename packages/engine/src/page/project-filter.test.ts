import { expect, test } from 'vitest'
import type { PageProject } from '../content/schema.ts'
import { filterChoices } from './project-filter.ts'

const STACKS = [
  ['React', 'SQLite'],
  ['React', 'Vue'],
  ['Vue', 'SQLite'],
]

test('nine projects with three shared technologies have a filter, the most used first', () => {
  const choices = filterChoices([...projects(9), project(['Vue'])])
  expect(choices?.map(({ name, slides }) => `${name} ${slides.length}`)).toEqual([
    'Vue 7',
    'React 6',
    'SQLite 6',
  ])
})

test('the featured project does not count', () => {
  const [first, ...others] = projects(9)
  const choices = filterChoices([{ ...first, featured: true } as PageProject, ...others])
  expect(choices?.find(({ name }) => name === 'React')?.slides).toEqual([0, 2, 3, 5, 6])
})

test('eight projects, or two shared technologies, have no filter', () => {
  expect(filterChoices(projects(8))).toBeUndefined()
  expect(filterChoices(Array.from({ length: 12 }, () => project(['React', 'Vue'])))).toBeUndefined()
})

function projects(count: number): PageProject[] {
  return Array.from({ length: count }, (_, index) => project(STACKS[index % STACKS.length] ?? []))
}

function project(technologies: string[]): PageProject {
  return { title: 'Project', technologies } as PageProject
}
