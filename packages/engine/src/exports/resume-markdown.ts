import { webProfiles } from '../content/fields.ts'
import type { Skill } from '../content/resume.ts'
import type { Column, CreditList, Entry, Portfolio, Project } from '../content/schema.ts'

/** Two trailing spaces: a hard line break in every Markdown parser. */
const HARD_BREAK = '  \n'

/** The resume as Markdown that every parser renders alike: only headings, lists and links. */
export function makeResumeMarkdown(portfolio: Portfolio): string {
  const { person, about, projects, resume } = portfolio
  const blocks = [
    `# ${escapeLine(person.name)}`,
    person.headline && `**${escapeLine(person.headline)}**`,
    contactLine(portfolio),
    ...(about?.bio.map(escapeText) ?? []),
    ...column(resume?.experience),
    ...column(resume?.education),
    ...column(resume?.volunteering),
    ...section(
      projects?.heading,
      projects?.cards.map((card) => projectLine(card, portfolio)),
    ),
    ...section(resume?.skills?.heading, resume?.skills?.entries.map(skillLine)),
    ...section(
      resume?.languages?.heading,
      resume?.languages?.entries.map(({ name, fluency }) => labelled(name, fluency)),
    ),
    ...credits(resume?.certificates),
    ...credits(resume?.awards),
    ...credits(resume?.publications),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function contactLine({ person, site }: Portfolio): string {
  const { email, phone, place, profiles } = person
  const parts = [
    escapeLine(place),
    email && `<${email}>`,
    phone && escapeLine(phone),
    site.url && `<${site.url}>`,
    ...webProfiles(profiles).map(({ name, url }) => link(name, url)),
  ]
  return parts.filter(Boolean).join(' · ')
}

function column(list: Column | undefined): string[] {
  return list ? [`## ${escapeLine(list.heading)}`, ...list.entries.flatMap(entryBlocks)] : []
}

function entryBlocks({ course, area, school, url, place, period, ...details }: Entry): string[] {
  const title = [course, area].filter(Boolean).join(', ')
  const where = [link(school, url), place && escapeLine(place)].filter(Boolean).join(', ')
  const blocks = [
    `### ${escapeLine(title)}`,
    [where, period && escapeLine(period.label)].filter(Boolean).join(' · '),
    details.description && escapeText(details.description),
    details.highlights && bullets(details.highlights.map((text) => escapeText(text))),
  ]
  return blocks.flatMap((block) => block || [])
}

function projectLine(project: Project, { projects }: Portfolio): string {
  const { title, summary, githubUrl, projectUrl, technologies } = project
  const facts = [
    technologies && escapeLine(technologies.join(', ')),
    githubUrl && link(projects?.githubLabel ?? githubUrl, githubUrl),
    projectUrl && link(projects?.projectLabel ?? projectUrl, projectUrl),
  ].filter(Boolean)
  return labelled(title, summary) + (facts.length > 0 ? ` (${facts.join(' · ')})` : '')
}

function skillLine({ name, description, keywords }: Skill): string {
  const list = keywords?.length ? ` (${escapeLine(keywords.join(', '))})` : ''
  return labelled(name, description) + list
}

function credits(list: CreditList | undefined): string[] {
  const lines = list?.entries.map(({ title, by, date, url, description }) => {
    const facts = [link(title, url), by && escapeLine(by), date && escapeLine(date.label)]
    const fact = facts.filter(Boolean).join(' · ')
    return description ? `${fact}: ${escapeText(description)}` : fact
  })
  return section(list?.heading, lines)
}

function section(heading: string | undefined, lines: string[] | undefined): string[] {
  return heading && lines?.length ? [`## ${escapeLine(heading)}`, bullets(lines)] : []
}

/** A list. Further lines of an item are indented, so they stay inside it. */
function bullets(lines: string[]): string {
  return lines.map((line) => `- ${line.replaceAll('\n', '\n  ')}`).join('\n')
}

function labelled(name: string, text: string | undefined): string {
  return `**${escapeLine(name)}**${text ? `: ${escapeText(text)}` : ''}`
}

function link(text: string, address: string | undefined): string {
  if (!address) return escapeLine(text)
  // An unescaped bracket would end the URL.
  return `[${escapeLine(text)}](${address.replace(/[<>()\\]/g, percentEncode)})`
}

function percentEncode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Escapes characters that Markdown would parse as markup. */
function escapeText(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replace(/^(\s*)([#+-]|=+$|\d+(?=[.)]))/gm, '$1\\$2')
    .replace(/^(\s*)\\(\d+)([.)])/gm, '$1$2\\$3')
    .replace(/\s*\n\s*/g, HARD_BREAK)
}

function escapeLine(text: string): string {
  return escapeText(text.replace(/\s+/g, ' '))
}
