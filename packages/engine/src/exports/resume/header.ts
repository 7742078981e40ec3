import type { Portfolio } from '../../content/schema.ts'
import type { Block, Span, Tag } from './blocks.ts'
import { addressed, inRow, paragraph, type Setting, shortAddress } from './setting.ts'

/** Who it is, how to reach them, and what they say of themselves. */
export function headBlocks(portfolio: Portfolio, root: Tag, setting: Setting): Block[] {
  const { person, about } = portfolio
  const { styles, spaces } = setting
  const heading: Tag = { type: 'H1', parent: root }
  const name = [{ text: person.name, style: styles.name, tag: heading }]
  const contact: Tag = { type: 'P', parent: root }
  const bio = about?.bio ?? []
  return [
    { spans: name, lineHeight: spaces.name, space: 0 },
    ...(person.headline ? [headlineBlock(person.headline, root, setting)] : []),
    {
      spans: inRow(contactParts(portfolio, contact, setting), setting),
      lineHeight: spaces.line,
      space: spaces.contact,
    },
    ...bio.map((text, place) =>
      paragraph(text, { type: 'P', parent: root }, setting, place ? spaces.paragraph : spaces.bio),
    ),
  ]
}

function headlineBlock(text: string, root: Tag, { styles, spaces }: Setting): Block {
  const tag: Tag = { type: 'P', parent: root }
  return { spans: [{ text, style: styles.headline, tag }], lineHeight: spaces.headline, space: 0 }
}

function contactParts(portfolio: Portfolio, tag: Tag, { styles }: Setting): Span[][] {
  const { person, site } = portfolio
  const { email } = person
  const add = (text: string, url: string, label = text) =>
    addressed(text, url, label, tag, styles.text)
  const place: Span = { text: person.place, style: styles.text, tag, isWhole: true }
  return [
    [place],
    email ? [add(email, `mailto:${email}`)] : [],
    person.phone ? [add(person.phone, `tel:${dialled(person.phone)}`)] : [],
    site.url ? [add(shortAddress(site.url), site.url)] : [],
    ...person.profiles.map(({ name, url }) => [add(shortAddress(url), url, `${name}: ${url}`)]),
  ]
}

function dialled(phone: string): string {
  return phone.replace(/[^+\d]/g, '')
}
