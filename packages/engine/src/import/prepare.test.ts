import { expect, test } from 'vitest'
import { bringIn, ownText } from '../../tests/fixtures/bring-in.ts'

test('a value that does not fit is left out by itself, and the rest comes along', () => {
  const { content, left } = bringIn({
    basics: {
      name: 'Anna Nowak',
      email: 'anna at example.com',
      phone: 'call me',
      url: 'ftp://anna.example.com',
      label: 'x'.repeat(300),
      location: { city: 'Gdynia', countryCode: 'Narnia' },
    },
    work: [
      {
        name: 'Mill',
        position: 'Miller',
        url: 'not an address',
        startDate: 'long ago',
        summary: 'y'.repeat(3000),
      },
      { name: 'Nobody' },
      { name: 'Shop', position: 'Clerk', startDate: '2020', endDate: '2021-13' },
    ],
  })
  expect(content.person).toMatchObject({ name: 'Anna Nowak', location: { city: 'Gdynia' } })
  expect(content.person).not.toHaveProperty('email')
  expect(content.person).not.toHaveProperty('phone')
  expect(content.site).not.toHaveProperty('url')
  expect(content.resume.experience.entries).toEqual([
    { course: 'Miller', school: 'Mill' },
    { course: 'Clerk', school: 'Shop' },
  ])
  expect(left).toContain('work[0].startDate, endDate: "long ago" is no date')
  expect(left).toContain('work[2].startDate, endDate: "2021-13" is no date')
  expect(left.join('\n')).toMatch(/resume\.experience\.entries\.1 of "Nobody": it has no "course"/)
  expect(left.join('\n')).toMatch(/description of "Miller": it has 3000 characters; at most 2600/)
  expect(left.join('\n')).toMatch(/person\.email: "anna at example.com" is not/)
})

test('what is too many is cut, and what was cut is named', () => {
  const profiles = ['GitHub', 'GitLab', 'X', 'LinkedIn', 'Mastodon', 'Medium'].map((network) => ({
    network,
    url: `https://${network.toLowerCase()}.example.com/anna`,
  }))
  const { content, left } = bringIn({ basics: { name: 'Anna', profiles } })
  expect(content.person.profiles).toHaveLength(4)
  expect(left).toEqual([
    'person.profiles: at most 4 fit; these do not come along: Mastodon, Medium',
  ])
})

test('a profile without an address gets one where its network has a rule for it', () => {
  const { content, left } = bringIn({
    basics: {
      profiles: [
        { network: 'GitHub', username: 'anna' },
        { network: 'Irc', username: 'anna' },
      ],
    },
  })
  expect(content.person.profiles).toEqual([
    { name: 'GitHub', icon: 'github', url: 'https://github.com/anna', username: 'anna' },
  ])
  expect(left).toEqual(['basics.profiles[1].url: it is missing, so the profile leads nowhere'])
})

test('lines of the page follow as long as they are the sample’s, and an owner’s own stay', () => {
  const resume = { basics: { name: 'Anna Nowak', label: 'Baker', location: { countryCode: 'PT' } } }
  expect(bringIn(resume).content).toMatchObject({
    site: { title: '{name}, Baker' },
    brand: { text: 'Anna Nowak' },
    hero: { phrases: ["I'm {name}.", 'Baker.'], place: 'based in Portugal' },
  })
  const own = ownText((content) => {
    content.site.title = 'Bread'
    content.brand.text = 'Bread & Co'
    content.hero.phrases = ['Bread!']
  })
  expect(bringIn(resume, own).content).toMatchObject({
    site: { title: 'Bread' },
    brand: { text: 'Bread & Co' },
    hero: { phrases: ['Bread!'], place: 'based in Portugal' },
  })
})

test('lines that followed once follow again', () => {
  const baker = { basics: { name: 'Anna Nowak', label: 'Baker', location: { countryCode: 'PT' } } }
  const miller = { basics: { label: 'Miller', location: { city: 'Porto', countryCode: 'PT' } } }
  const { content, following } = bringIn(miller, bringIn(baker).text)
  expect(content).toMatchObject({
    site: { title: '{name}, Miller' },
    brand: { text: 'Anna Nowak' },
    hero: { phrases: ["I'm {name}.", 'Miller.'], place: 'based in Porto, Portugal' },
  })
  expect(following.map(({ path }) => path.join('.'))).toEqual([
    'site.title',
    'site.description',
    'hero.phrases',
    'hero.place',
  ])
})

test('the address of the site stays what its owner has set, and is no profile', () => {
  const own = ownText((content) => {
    content.site.url = 'https://anna.example.com/'
  })
  const other = bringIn({ basics: { url: 'https://old.example.com' } }, own)
  expect(other.content.site.url).toBe('https://anna.example.com/')
  expect(other.left).toEqual([
    'the address https://old.example.com: site.url is https://anna.example.com/ already',
  ])
  expect(bringIn({ basics: { url: 'https://github.com/anna' } }).content.site).not.toHaveProperty(
    'url',
  )
})

test('a picture, a number and a colour of the owner’s own outlive an import', () => {
  const own = ownText((content) => {
    content.projects.cards = [{ title: 'Oven', imgSrc: 'images/brand.svg', imgAlt: 'The oven' }]
    content.resume.skills.entries = [
      { name: 'Rye', level: 70, meaning: 'Weekly', color: '#112233' },
    ]
  })
  const { content } = bringIn({ projects: [{ name: 'Oven' }], skills: [{ name: 'Rye' }] }, own)
  expect(content.projects.cards).toEqual([
    { title: 'Oven', imgSrc: 'images/brand.svg', imgAlt: 'The oven' },
  ])
  expect(content.resume.skills.entries).toEqual([
    { name: 'Rye', level: 70, meaning: 'Weekly', color: '#112233' },
  ])
})

test('no number of the sample becomes the owner’s', () => {
  const { content } = bringIn({ skills: [{ name: 'HTML' }] })
  expect(content.resume.skills.entries).toEqual([{ name: 'HTML' }])
})

test('sections that a content does not have come with a heading', () => {
  const own = ownText((content) => {
    delete content.about
    delete content.resume
    delete content.projects
  })
  const { content } = bringIn(
    {
      basics: { summary: 'Bread.' },
      languages: [{ language: 'Polish' }],
      projects: [{ name: 'Oven' }],
    },
    own,
  )
  expect(content.about).toMatchObject({ heading: 'About', bio: ['Bread.'], figures: [] })
  expect(content.resume.languages).toEqual({ heading: 'Languages', entries: [{ name: 'Polish' }] })
  expect(content.projects.cards[0]).toMatchObject({ title: 'Oven' })
})

test('a section of which nothing is left does not begin', () => {
  const own = ownText((content) => {
    delete content.resume
  })
  const { content, left } = bringIn({ basics: { name: 'Anna' }, work: [{ name: 'Nobody' }] }, own)
  expect(content).not.toHaveProperty('resume')
  expect(left.join()).toContain('"course"')
})
