import { describe, expect, test } from 'vitest'
import { becomeSomebodyElse } from '../../../tests/fixtures/another-person.ts'
import { changedSample, set, writtenIn } from '../../../tests/fixtures/change-content.ts'
import { findLeftovers } from './leftovers.ts'

describe.each<[what: string, field: string, value: unknown]>([
  ['being what the sample is', 'person.headline', 'Full-Stack Web Developer'],
  ['living where the sample does', 'hero.place', 'based in Poland'],
  ['a common job title', 'resume.experience.entries.0.course', 'Full-Stack Developer'],
  ['a project that is a to-do list', 'projects.cards.0.title', 'TODO list for teams'],
  ['a project that is a tracker', 'projects.cards.0.title', 'TODO tracker'],
  ['a project named after what it is made with', 'projects.cards.0.title', 'Vue TODO'],
  ['a project about filler text', 'projects.cards.0.title', 'Lorem Ipsum Generator'],
  [
    'a repository with an example in it',
    'projects.cards.0.githubUrl',
    'https://github.com/anna/socket-example',
  ],
  [
    'an address of one that is called an example',
    'projects.cards.0.projectUrl',
    'https://anna.dev/your-example-app',
  ],
  [
    'a package of an organisation',
    'about.bio',
    ['Maintainer of the @test/runner package and of runner@example/kit.'],
  ],
  ['a promise to whoever reads', 'services.cards.0.title', 'Your brand in the best light'],
  ['an address that a program listens at', 'about.bio', ['It serves http://localhost:3000.']],
  ['an example in the words of the page', 'words.form.emailWrong', 'Like name@example.com.'],
  [
    'a refused address that is an example',
    'contact.form.refusals',
    { blockList: { field: 'user_email', values: ['spam@example.com'] } },
  ],
  [
    'a figure that the sample has as well',
    'about.figures',
    [{ number: '3+', description: 'Experience' }],
  ],
])('%s', (_, field, value) => {
  test('identifies nobody', () => {
    const folder = changedSample((content) => {
      becomeSomebodyElse(content)
      set(field, value)(content)
    })
    const sample = writtenIn(folder, 'portfolio.sample.yaml')
    expect(findLeftovers(writtenIn(folder), sample)).toEqual([])
  })
})
