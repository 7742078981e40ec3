import { webProfiles } from '../content/fields.ts'
import type { Skill } from '../content/resume.ts'
import type { Inline, RichText } from '../content/rich-text.ts'
import type { Column, CreditList, Entry, Portfolio, Project } from '../content/schema.ts'

/** Two trailing spaces: a hard line break in every Markdown parser. */
const HARD_BREAK = '  \n'

/** The resume as Markdown that every parser renders alike: only headings, lists and links. */
export function makeResumeMarkdown(portfolio: Portfolio): string {
  const { person, about, projects, testimonials, resume } = portfolio
  const blocks = [
    `# ${escapeLine(person.name)}`,
    person.headline && `**${escapeLine(person.headline)}**`,
    contactLine(portfolio),
    ...(about?.bio.map(markdown) ?? []),
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
      resume?.languages?.entries.map(({ name, fluency }) =>
        labelled(name, fluency && escapeText(fluency)),
      ),
    ),
    ...credits(resume?.certificates),
    ...credits(resume?.awards),
    ...credits(resume?.publications),
    ...section(
      testimonials?.heading,
      testimonials?.entries.map(({ quote, who, role }) =>
        labelled([who, role].filter(Boolean).join(', '), markdown(quote)),
      ),
    ),
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
    details.description && markdown(details.description),
    details.highlights && bullets(details.highlights.map(markdown)),
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
  return (
    labelled(title, summary && markdown(summary)) +
    (facts.length > 0 ? ` (${facts.join(' · ')})` : '')
  )
}

function skillLine({ name, description, keywords }: Skill): string {
  const list = keywords?.length ? ` (${escapeLine(keywords.join(', '))})` : ''
  return labelled(name, description && escapeText(description)) + list
}

function credits(list: CreditList | undefined): string[] {
  const lines = list?.entries.map(({ title, by, date, url, description }) => {
    const facts = [link(title, url), by && escapeLine(by), date && escapeLine(date.label)]
    const fact = facts.filter(Boolean).join(' · ')
    return description ? `${fact}: ${markdown(description)}` : fact
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

/** A name and a text, which is Markdown already. */
function labelled(name: string, text: string | undefined): string {
  return `**${escapeLine(name)}**${text ? `: ${text}` : ''}`
}

function link(text: string, address: string | undefined): string {
  if (!address) return escapeLine(text)
  return `[${escapeLine(text)}](${encodeTarget(address)})`
}

/** An unescaped bracket would end the URL. */
function encodeTarget(address: string): string {
  return address.replace(/[<>()\\]/g, percentEncode)
}

function percentEncode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

/** A text with the signs of its emphasis, code and links. */
function markdown({ nodes }: RichText): string {
  return escapeLines(nodes.map(markdownOf).join(''))
}

function markdownOf(node: Inline): string {
  if (typeof node === 'string') return escapeSigns(node)
  if (node.tag === 'code') return codeSpan(node.text)
  const text = node.children.map(markdownOf).join('')
  if (node.tag === 'a') return `[${text}](${encodeTarget(node.href)})`
  const sign = node.tag === 'em' ? '*' : '**'
  return sign + text + sign
}

/** Code between more backticks than it has in a row. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const ticks = '`'.repeat(longest + 1)
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return ticks + space + text + space + ticks
}

/** Escapes characters that Markdown would parse as markup. */
function escapeText(text: string): string {
  return escapeLines(escapeSigns(text))
}

function escapeSigns(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&]/g, '\\$&')
}

/** Escapes signs that start a block, and ends each line with a hard break. */
function escapeLines(text: string): string {
  return text
    .replace(/^(\s*)([#+-]|=+$|\d+(?=[.)]))/gm, '$1\\$2')
    .replace(/^(\s*)\\(\d+)([.)])/gm, '$1$2\\$3')
    .replace(/\s*\n\s*/g, HARD_BREAK)
}

function escapeLine(text: string): string {
  return escapeText(text.replace(/\s+/g, ' '))
}
