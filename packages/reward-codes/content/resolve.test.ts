import { readFileSync } from 'node:fs'
import { SAMPLE_FILE } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { z } from 'zod'
import { portfolioSchema } from './portfolio-schema.ts'
import { resolvePortfolio } from './resolve.ts'
import { ImageAsset } from './schema/assets.ts'
import { resolveProjects } from './schema/projects.ts'

describe('the person', () => {
  function personOf(change: (content: z.output<typeof portfolioSchema>) => void) {
    const content = portfolioSchema.parse(parse(readFileSync(SAMPLE_FILE, 'utf8')))
    change(content)
    return resolvePortfolio(content).person
  }

  test('has a country name in the language of the page', () => {
    const place = (language: string) =>
      personOf((content) => {
        content.site.language = language
      }).place
    expect(place('en')).toBe('Kraków, Poland')
    expect(place('de')).toBe('Kraków, Polen')
    expect(place('ar')).toMatch(/^Kraków، \S/)
    expect(place('ja')).toMatch(/^Kraków、\S/)
    expect(place('zh-Hans')).toBe('Kraków，波兰')
  })

  test.each<[{ city: string; region?: string; country?: string }, string]>([
    [{ city: 'Hamburg', region: 'Hamburg', country: 'DE' }, 'Hamburg, Germany'],
    [{ city: 'Luxembourg', country: 'LU' }, 'Luxembourg'],
    [{ city: 'Kraków', region: 'Małopolskie', country: 'PL' }, 'Kraków, Małopolskie, Poland'],
  ])('says each name once: %j', (location, place) => {
    const person = personOf((content) => {
      content.person.location = location
    })
    expect(person.place).toBe(place)
  })

  test('has the place of the hero section if there is no location', () => {
    const { place } = personOf((content) => {
      delete content.person.location
    })
    expect(place).toBe('based in Poland')
  })

  test('has the mail address of the contact section if person.email is missing', () => {
    const { email } = personOf(({ person, contact }) => {
      delete person.email
      if (contact) contact.email = 'me@site.test'
    })
    expect(email).toBe('me@site.test')
  })
})

const BOATS = new ImageAsset('images/boats.png', 'card')

test('the first project is shown large if it has a picture, or if its owner says so', () => {
  const [bare, pictured] = [{ title: 'Boats' }, { title: 'Boats', imgSrc: BOATS }]
  const featuredOf = (...cards: Parameters<typeof resolveProjects>[0]) =>
    resolveProjects(cards, 'present', []).map(({ featured }) => featured ?? false)
  expect(featuredOf(pictured, { ...pictured })).toEqual([true, false])
  expect(featuredOf(bare, pictured)).toEqual([false, false])
  expect(featuredOf({ ...bare, featured: true }, pictured)).toEqual([true, false])
  expect(featuredOf({ ...pictured, featured: false }, pictured)).toEqual([false, false])
  expect(featuredOf(pictured, { ...bare, featured: true })).toEqual([false, true])
})

test('a project with a story has a page, and another one an anchor', () => {
  const hire = { title: 'Boat Hire', id: 'boats', imgSrc: BOATS }
  const picture = { image: new ImageAsset('images/pier.png', 'picture'), imageAlt: 'A pier' }
  const pagesOf = (...cards: Parameters<typeof resolveProjects>[0]) =>
    resolveProjects(cards, 'present', [{ address: 'filed' }]).map(({ page }) => page)
  expect(pagesOf({ ...hire, result: 'Half the calls.' })).toEqual(['projects/boats/'])
  expect(pagesOf({ ...hire, pictures: [picture] })).toEqual(['projects/boats/'])
  expect(pagesOf({ ...hire, id: 'filed' })).toEqual(['projects/filed/'])
  expect(pagesOf({ ...hire, links: [] })).toEqual([undefined])
  const anchors = resolveProjects([{ title: 'Boat Hire' }, { title: 'Boat Hire' }], 'present', [])
  expect(anchors.map(({ anchor }) => anchor)).toEqual(['project-1', 'project-2'])
})
