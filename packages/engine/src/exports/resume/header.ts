import type { Portfolio } from '../../content/schema.ts'
import type { Block, Span, Tag } from './blocks.ts'
import { displayUrl, joinWithDots, paragraph, type Typography, urlLink } from './typography.ts'

/** The header: name, headline, contact details and bio. */
export function headerBlocks(portfolio: Portfolio, root: Tag, typography: Typography): Block[] {
  const { person, about } = portfolio
  const { styles, spaces } = typography
  const heading: Tag = { type: 'H1', parent: root }
  const name = [{ text: person.name, style: styles.name, tag: heading }]
  const contact: Tag = { type: 'P', parent: root }
  const bio = about?.bio ?? []
  return [
    { spans: name, lineHeight: spaces.name, space: 0 },
    ...(person.headline ? [headlineBlock(person.headline, root, typography)] : []),
    {
      spans: joinWithDots(contactParts(portfolio, contact, typography), typography),
      lineHeight: spaces.line,
      space: spaces.contact,
    },
    ...bio.map((text, index) =>
      paragraph(
        text,
        { type: 'P', parent: root },
        typography,
        index ? spaces.paragraph : spaces.bio,
      ),
    ),
  ]
}

function headlineBlock(text: string, root: Tag, { styles, spaces }: Typography): Block {
  const tag: Tag = { type: 'P', parent: root }
  return { spans: [{ text, style: styles.headline, tag }], lineHeight: spaces.headline, space: 0 }
}

function contactParts(portfolio: Portfolio, tag: Tag, { styles }: Typography): Span[][] {
  const { person, site } = portfolio
  const { email } = person
  const add = (text: string, url: string, label = text) =>
    urlLink(text, url, label, tag, styles.text)
  const place: Span | undefined =
    person.place === '' ? undefined : { text: person.place, style: styles.text, tag, noWrap: true }
  return [
    place ? [place] : [],
    email ? [add(email, `mailto:${email}`)] : [],
    person.phone ? [add(person.phone, `tel:${toDialString(person.phone)}`)] : [],
    site.url ? [add(displayUrl(site.url), site.url)] : [],
    ...person.profiles.map(({ name, url }) => [add(displayUrl(url), url, `${name}: ${url}`)]),
  ]
}

function toDialString(phone: string): string {
  return phone.replace(/[^+\d]/g, '')
}
