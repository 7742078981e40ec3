import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { parseRichText, RichText } from '../content/rich-text.ts'
import type { Portfolio } from '../content/schema.ts'
import { makeResumeMarkdown } from './resume-markdown.ts'

type Resume = NonNullable<Portfolio['resume']>

function withResume(resume: Partial<Resume>): Portfolio {
  const sample = loadSample()
  return { ...sample, resume: { ...(sample.resume as Resume), ...resume } }
}

test('renders the sample as headings, lists and links', () => {
  const markdown = makeResumeMarkdown(loadSample())
  expect(markdown).toMatch(/^# Maja Zielińska\n\n/)
  expect(markdown).toContain(
    '### Full-Stack Developer\n\nBrightline Studio · Jan 2024 – Feb 2025\n\nLed the rebuild',
  )
  expect(markdown).toContain('- **HTML**: Every day, for years\n- **Node.js**: In production\n')
  expect(markdown).toContain('[Live Demo](https://harbour-bookings.example.com)')
  expect(markdown).toMatch(/[^\n]\n$/)
})

test('includes every field of an entry and every list', () => {
  const markdown = makeResumeMarkdown(
    withResume({
      education: {
        heading: 'Education',
        entries: [
          {
            course: 'BSc',
            area: 'Baking',
            school: 'Mill',
            url: 'https://mill.example.org/a_(b)',
            place: 'Gdynia',
            highlights: ['First\nloaf', 'Second'].map(parseRichText),
          },
        ],
      },
      languages: { heading: 'Languages', entries: [{ name: 'Polish', fluency: 'native' }] },
      awards: {
        heading: 'Awards',
        entries: [
          {
            title: 'Loaf',
            by: 'Guild',
            date: { label: 'May 2020', iso: '2020-05' },
            description: parseRichText('Rye.'),
          },
        ],
      },
    }),
  )
  expect(markdown).toContain(
    '### BSc, Baking\n\n[Mill](https://mill.example.org/a_%28b%29), Gdynia\n\n- First  \n  loaf\n- Second\n',
  )
  expect(markdown).toContain('## Languages\n\n- **Polish**: native\n')
  expect(markdown).toContain('## Awards\n\n- Loaf · Guild · May 2020: Rye.\n')
})

test('escapes text that looks like Markdown', () => {
  const description = '# no heading\n- no list\n1. no list\n*no* <b>markup</b> [no](link) `no` C_x_'
  const entry = {
    course: 'Developer',
    school: 'Firm',
    description: new RichText(description, [description]),
  }
  const markdown = makeResumeMarkdown(
    withResume({ experience: { heading: 'Experience', entries: [entry] } }),
  )
  expect(markdown).toContain(
    '\\# no heading  \n\\- no list  \n1\\. no list  \n\\*no\\* \\<b\\>markup\\</b\\> \\[no\\](link) \\`no\\` C\\_x\\_',
  )
})

test('a line break in a text is a hard line break', () => {
  const text = 'One line.\n\nAnother line.'
  const sample = loadSample()
  const markdown = makeResumeMarkdown({
    ...sample,
    about: { menuLabel: 'About', heading: 'About', bio: [parseRichText(text)], figures: [] },
    projects: {
      menuLabel: 'Work',
      heading: 'Work',
      layout: 'carousel',
      cards: [{ title: 'Oven', summary: parseRichText(text) }],
      githubLabel: 'Code',
      projectLabel: 'Demo',
    },
  })
  expect(markdown).toContain('\n\nOne line.  \nAnother line.\n\n')
  expect(markdown).toContain('- **Oven**: One line.  \n  Another line.\n')
})

test('keeps the signs of emphasis, code and links', () => {
  const sample = loadSample()
  const bio = ['*a* **b** `c*` [d](example.com/e_(f))', 'a *b **c*** 1*2'].map(parseRichText)
  const about = { menuLabel: 'About', heading: 'About', bio, figures: [] }
  expect(makeResumeMarkdown({ ...sample, about })).toContain(
    '\n\n*a* **b** `c*` [d](https://example.com/e_%28f%29)\n\na *b **c*** 1\\*2\n\n',
  )
})
