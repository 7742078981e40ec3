import { z } from 'zod'
import { contact } from './contact.ts'
import { heading, icon, line, menu, paragraph, picture, webAddress } from './fields.ts'
import { words } from './words.ts'

// Every field carries one sentence: it is the help text of the editor, of a fault and of the docs.

const site = z
  .strictObject({
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, { error: 'a language code, such as en or pl' })
      .describe('The language of the page, as a code such as en or pl.'),
    title: line('The title in the browser tab and in search results; at most 60 letters show.'),
    description: paragraph('One or two sentences for search results and link previews.'),
    url: webAddress('The public address of the site; leave it out until you have one.').optional(),
  })
  .describe('What browsers and search engines are told about the page.')

const brand = z
  .strictObject({
    text: line('The brand in the header.'),
    image: picture('The small picture beside the brand.'),
  })
  .describe('The brand at the left of the header.')

const profile = z
  .strictObject({
    name: line('The name of the network, such as GitHub; read aloud for the icon.'),
    icon: icon('The brand icon: a name from simpleicons.org or lucide.dev.'),
    url: webAddress('The address of your profile.'),
  })
  .describe('A link to one of your profiles, shown as an icon in the header.')

const person = z
  .strictObject({
    name: line('Your name; {name} in other texts stands for it.'),
    profiles: z.array(profile).max(4).describe('Icon links in the header, opening in a new tab.'),
  })
  .describe('Who the portfolio is about.')

const hero = z
  .strictObject({
    greeting: line('The small greeting above the typed line.'),
    phrases: z
      .array(line('One phrase; {name} stands for your name.'))
      .min(1)
      .max(8)
      .describe('The phrases that the typewriter types, one after the other.'),
    place: line('Where you are based.'),
    availability: line('When you are free for work.').optional(),
    button: line('The button that leads to the contact section.'),
  })
  .describe('The first screen.')

const figure = z
  .strictObject({
    number: z.string().min(1).max(8).describe('A short figure, in quotes, such as "50+".'),
    description: line('What the figure counts.'),
  })
  .describe('A highlight figure.')

const about = z
  .strictObject({
    menu,
    heading,
    bio: z.array(paragraph('One paragraph.')).min(1).describe('Your bio, one entry a paragraph.'),
    figures: z.array(figure).max(6).describe('Highlight figures in a row.'),
  })
  .describe('Who you are, in a few sentences and figures.')

const service = z
  .strictObject({
    title: line('The name of the service.'),
    description: paragraph('What a client gets from it, in a sentence or two.'),
    icon: icon('The icon: a name from lucide.dev.'),
  })
  .describe('A service card.')

const services = z
  .strictObject({
    menu,
    heading,
    cards: z.array(service).describe('The services, in order.'),
  })
  .describe('What you do.')

const project = z
  .strictObject({
    title: line('The title of the project.'),
    summary: paragraph('What it does and what came of it, in a sentence.').optional(),
    imgSrc: picture('The picture: a file, an https:// address or a /placeholder/ address.'),
    imgAlt: line('What the picture shows, for people who do not see it.'),
    githubUrl: webAddress('The address of the source code.'),
    projectUrl: webAddress('The address of the running project.'),
  })
  .describe('A project card.')

const projects = z
  .strictObject({
    menu,
    heading,
    cards: z.array(project).describe('The projects, in order.'),
    githubLabel: line('The link to the source code.').default('GitHub'),
    projectLabel: line('The link to the running project.').default('Live Demo'),
  })
  .describe('The gallery of your work.')

const entry = z
  .strictObject({
    period: z
      .string()
      .regex(/^\d{4}(-(0[1-9]|1[0-2]))?( – (\d{4}(-(0[1-9]|1[0-2]))?|present))?$/, {
        error: 'a period such as 2021-03 – 2023-06, 2019 – 2021 or 2023-07 – present',
      })
      .describe('From when to when: years or year-month, with an en dash between.'),
    course: line('The degree or the job title.'),
    school: line('The institution or the employer.'),
    description: paragraph('What you learned or achieved.').optional(),
  })
  .describe('One station of your education or work.')

const column = (help: string) =>
  z
    .strictObject({ heading, entries: z.array(entry).describe('The entries, newest first.') })
    .describe(help)

const skill = z
  .strictObject({
    name: line('The name of the skill.'),
    level: z.int().min(0).max(100).describe('The length of the bar, from 0 to 100 percent.'),
    meaning: line('What the level means, in words, such as "Daily for six years".'),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, { error: 'a colour such as "#2f6f4f", in quotes' })
      .describe('The colour of the bar, as "#rrggbb".'),
  })
  .describe('A skill and its bar.')

const resume = z
  .strictObject({
    menu,
    heading,
    download: line('The text of the download button.'),
    file: z
      .string()
      .regex(/^[\w-]+\.pdf$/, { error: 'a file name such as Resume.pdf' })
      .describe('The name under which the resume is saved.'),
    education: column('Your education.').optional(),
    experience: column('Your work.').optional(),
    skills: z
      .strictObject({ heading, entries: z.array(skill).describe('The skills, in order.') })
      .describe('Your skills.')
      .optional(),
  })
  .describe('Education, experience and skills.')

export const portfolioSchema = z
  .strictObject({
    site,
    brand,
    person,
    hero,
    about: about.optional(),
    services: services.optional(),
    projects: projects.optional(),
    resume: resume.optional(),
    contact: contact.optional(),
    footer: line('The last line of the page.'),
    words: words.prefault({}),
  })
  .describe('Everything on the page. Delete a section and its menu link goes with it.')

export type PortfolioFile = z.output<typeof portfolioSchema>
export type Period = { label: string; from: string; to: string | undefined }
export type Entry = Omit<z.output<typeof entry>, 'period'> & { period: Period }
export type Column = { heading: string; entries: Entry[] }
export type Words = z.output<typeof words>
export type FormWords = Words['form']
export type Project = z.output<typeof project>
export type Skill = z.output<typeof skill>

/** The validated content as the page and the other artifacts use it. */
export type Portfolio = Omit<PortfolioFile, 'resume'> & {
  resume?: Omit<NonNullable<PortfolioFile['resume']>, 'education' | 'experience'> & {
    education?: Column
    experience?: Column
  }
}
