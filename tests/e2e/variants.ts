import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Document, isPair, isScalar, parseDocument, visit } from 'yaml'
import { NO_WORDS } from '../fixtures/another-person.ts'
import { IN_POLISH } from '../fixtures/languages.ts'

// The limits in packages/reward-codes/content/fields.ts.
const LINE = 200
const PARAGRAPH = 2600
const SUBJECTS = 20
const SKILLS = 100
const PROJECTS = 200

/** For copies of a node, which share their lists. */
const NO_ALIASES = { aliasDuplicateObjects: false }

/** Fields whose values are URLs, files or identifiers that the page interprets. */
const UNCHANGED = [
  ...NO_WORDS,
  ...[
    'email',
    'image',
    'imgSrc',
    'portrait',
    'githubUrl',
    'projectUrl',
    'url',
    'fileName',
    'provider',
    'number',
  ],
]
const PARAGRAPHS = ['description', 'bio', 'lead', 'summary']
const ADDRESS = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`

/** A headline as LinkedIn shows it, in a script that none of the page's fonts covers. */
const LONG_ARABIC = 'مطورة واجهات أمامية متخصصة في إمكانية الوصول وأنظمة التصميم والصفحات السريعة'

/** An Arabic page with the maximum of every field: words of 200 letters, long texts, full lists. Phrases may repeat. */
function becomeLargest(content: Document): void {
  const word = 'مواقعسريعة'.repeat(LINE / 10)
  const text = `${word} ${'أعمل '.repeat(PARAGRAPH)}`.slice(0, PARAGRAPH - 1).trim()
  const limited: Record<string, string> = { outcome: word.slice(0, 40) }
  rewrite(content, (field) => limited[field] ?? (PARAGRAPHS.includes(field) ? text : word))
  const { projects, about, resume } = content.toJS()
  // Without stories, which would make a page of megabytes.
  const short = { imgSrc: projects.cards[0].imgSrc, imgAlt: word, summary: 'أعمل' }
  const full = {
    'site.language': 'ar',
    'contact.email': ADDRESS,
    'contact.subjects': listOf(SUBJECTS, (place) => `${place}${word}`.slice(0, LINE)),
    'hero.phrases': [CLUSTERS.join(''), 'مرحبا', 'مرحبا', LONG_ARABIC],
    'projects.cards': listOf(
      PROJECTS,
      (place) => projects.cards[place] ?? { ...short, title: `${place}` },
    ),
    'about.figures': about.figures.map((figure: object) => ({
      ...figure,
      number: 'WWWWWWWW',
      description: word,
    })),
    'resume.skills.entries': listOf(SKILLS, (place) =>
      place < 5
        ? { ...resume.skills.entries[0], description: word, level: 100 }
        : { name: `Skill ${place}`, level: place, description: 'Daily' },
    ),
    testimonials: {
      menuLabel: 'رسالة',
      heading: 'رسالة',
      entries: listOf(2, (place) => ({ quote: LONG_ARABIC, by: `خبرة ${place}` })),
    },
  }
  for (const [path, value] of Object.entries(full)) {
    content.setIn(path.split('.'), content.createNode(value, NO_ALIASES))
  }
}

function listOf<Item>(length: number, make: (place: number) => Item): Item[] {
  return Array.from({ length }, (_, place) => make(place))
}

/**
 * The minimum of every field: one letter, one item per list, no optional fields, a picture as high as that of a phone,
 * and an address in place of the form.
 */
async function becomeSmallest(content: Document, folder: string): Promise<void> {
  rewrite(content, () => 'x')
  const body = await sharp({
    create: { width: 1170, height: 2532, channels: 3, background: '#77aabb' },
  })
    .png()
    .toBuffer()
  writeFileSync(join(folder, 'images/phone.png'), body)
  const { resume, services, about, contact } = content.toJS()
  const few = {
    'projects.cards': [{ title: 'x', imgSrc: 'images/phone.png', imgAlt: 'x' }],
    'services.cards': services.cards.slice(0, 1),
    about: { menuLabel: about.menuLabel, heading: about.heading, bio: ['x'] },
    'resume.menuLabel': resume.menuLabel,
    'resume.experience.entries': [{ course: 'x', school: 'x' }],
    'resume.education.entries': [],
    'resume.skills.entries': [],
    'hero.phrases': ['x'],
    'person.profiles': [],
    contact: {
      menuLabel: contact.menuLabel,
      heading: contact.heading,
      form: 'none',
      email: 'x@example.com',
    },
  }
  for (const [path, value] of Object.entries(few)) {
    content.setIn(path.split('.'), content.createNode(value))
  }
  content.deleteIn(['person', 'portrait'])
  for (const field of ['availability', 'place', 'button']) content.deleteIn(['hero', field])
  content.deleteIn(['services', 'cards', 0, 'description'])
}

/** Scripts outside the page's fonts, and emoji. No font of the resume PDF is installed for most of them. */
function becomeForeign(content: Document, folder: string): void {
  const names = ['🎉🎉🎉', '作品集與履歷', '👩🏽‍💻', 'שלום עולם', 'ก็ที่นี่']
  let count = 0
  rewrite(content, () => names[count++ % names.length] ?? '')
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files/own.pdf'), '%PDF-1.7\n')
  content.setIn(['resume', 'file'], 'files/own.pdf')
}

/** Graphemes of several code points: an emoji family, a flag, a letter with a combining accent. */
export const CLUSTERS = ['👨‍👩‍👧‍👦', '🇵🇱', 'e\u0301']

function rewrite(content: Document, word: (field: string) => string) {
  visit(content, {
    Pair: (_, { key }) =>
      isScalar(key) && UNCHANGED.includes(String(key.value)) ? visit.SKIP : undefined,
    Scalar: (key, node, ancestors) => {
      if (key === 'key' || typeof node.value !== 'string') return
      const pair = ancestors.findLast((ancestor) => isPair(ancestor))
      node.value = word(isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : '')
    },
  })
}

/** A headline as LinkedIn shows it, much longer than a line of the hero section. */
export const LONG_PHRASE =
  'Frontend-Entwicklerin mit Schwerpunkt Barrierefreiheit, Designsysteme und schnelle Seiten für Behörden und Verlage.'

export const CLAIM = 'I build booking pages that people finish.'

/** Writes photos, of which tests measure the first two and the last. Encoding a small one takes a fifth of the time. */
async function writePhotos(content: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `images/photo-${index + 1}.jpg`)
  for (const [index, name] of names.entries()) {
    const width = index < 2 || index === count - 1 ? 2400 : 720
    const hue = index * 67
    const hills = Array.from({ length: 9 }, (_, hill) => {
      const colour = `hsl(${hue + hill * 9} 45% ${68 - hill * 6}%)`
      return `<path d="M0 ${20 + hill * 9} q25 -${12 + hill} 50 0 t50 0 v100 h-100 z" fill="${colour}"/>`
    })
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${width * 0.625}">` +
      `<rect width="100" height="100" fill="hsl(${hue} 60% 85%)"/>${hills.join('')}</svg>`
    const photo = await sharp(Buffer.from(svg)).removeAlpha().jpeg({ quality: 92 }).toBuffer()
    writeFileSync(join(content, name), photo)
  }
  return names
}

/** A logo as a designer exports it: large, on a transparent background. */
async function writeBrand(content: string): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000" viewBox="0 0 20 20">' +
    '<circle cx="10" cy="10" r="9" fill="#1d4a3c"/><path d="M6 10h8M10 6v8" stroke="#fff" stroke-width="2"/></svg>'
  writeFileSync(join(content, 'images/brand.png'), await sharp(Buffer.from(svg)).png().toBuffer())
  return 'images/brand.png'
}

/** Changes the sample content into another portfolio. May write images into the folder. */
export type Variant = (content: Document, folder: string) => void | Promise<void>

/** A person who writes Japanese, and shows no project: a script without spaces, and a first screen without pictures. */
function becomeJapanese(content: Document): void {
  const file = join(import.meta.dirname, '../fixtures/persons/ja.yaml')
  content.contents = parseDocument(readFileSync(file, 'utf8')).contents
  content.delete('projects')
}

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'

const LONG_TITLE =
  'A library that reads opening hours from websites and says in one sentence when a shop is open'

const MANY_SUBJECTS = Array.from({ length: 20 }, (_, place) =>
  place === 0 ? LONG_WORD.repeat(3) : `Subject ${place + 1}, which takes rather many words to say`,
)

/** Features that the sample does not use, such as custom sections and every resume section. */
const EVERYTHING = {
  'contact.email': 'hello@example.com',
  'person.timeZone': 'America/St_Johns',
  'hero.booking': { label: 'Book a call', url: 'https://calendar.example.com/maja' },
  'person.profiles': [
    { name: 'GitHub', icon: 'github', url: 'https://github.com/reward-codes-example' },
    { name: 'Mail', icon: 'mail', url: 'mailto:maja@example.com' },
    { name: 'Phone', icon: 'phone', url: 'tel:+48221234567' },
  ],
  legal: {
    imprint: {
      name: 'Maja Zielińska',
      address: ['Długa 7', '31-147 Kraków'],
      email: 'office@example.com',
      phone: '+48 22 123 45 67',
      text: ['VAT PL1234567890'],
    },
    privacy: { retentionDays: 90, text: ['Ask me *anything*.'] },
  },
  testimonials: {
    menuLabel: 'Voices',
    heading: 'What others say',
    entries: [
      {
        quote: 'We stopped writing names on the window. The desk prints **one** list each morning.',
        by: 'Jan Nowak',
        role: 'Harbour master, Gdynia',
        link: 'https://example.com/jan',
        image: 'images/photo-1.jpg',
      },
      { quote: 'It is quiet now.', by: 'Ola Wiśniewska', role: 'Baker' },
      {
        quote:
          'Maja asked what happens on the busiest morning before she wrote a line. She sat behind the ' +
          'counter for two days, threw half of our list away, and was right. The page that came of it ' +
          'takes orders at night, when nobody answers the telephone, and no cake was forgotten since.',
        by: 'Piotr Zając',
        role: 'Owner of three bakeries',
      },
      { quote: 'A plan now takes ten minutes instead of an hour.', by: 'Ewa Lis' },
      { quote: 'She explains what she does in words that need no translation.', by: 'Ben Okafor' },
      {
        quote: 'The only estimate I ever got that held.',
        by: 'Ines Moreau',
        role: 'Open Maps Office',
      },
    ],
  },
  sectionOrder: ['projects', 'testimonials', 'talks', 'about', 'writing', 'resume', 'contact'],
  customSections: [
    {
      id: 'writing',
      menuLabel: 'Writing',
      heading: 'Articles',
      text: ['On paper and elsewhere.'],
      entries: [{ title: 'The last mile' }, { title: 'The first byte', description: 'A column.' }],
    },
    {
      id: 'talks',
      menuLabel: 'Talks',
      heading: 'Talks and Writing',
      text: ['I speak about quick pages and slow lines.', 'Talks GmbH\nLange Reihe 7\n\nHamburg'],
      entries: [
        { title: 'Pages without waiting', detail: 'Łódź, 2026', url: 'https://example.com/talk' },
        { title: 'Cascades', detail: 'Online', description: 'How styles\nfind each other.' },
      ],
    },
  ],
  'projects.cards.0.approach': 'One day at the counter. [Write to me](#contact) for the rest.',
  'resume.experience.entries.0.highlights': [
    'Halved the calls.\nAnd the mails.',
    'Wrote the tests.',
  ],
  'resume.experience.entries.0.place': 'Kraków',
  'resume.experience.entries.1.url': 'https://example.com',
  // One employer of two positions.
  'resume.experience.entries.2.school': 'Brightline Studio',
  'resume.skills.entries.5': { name: 'Databases', keywords: ['PostgreSQL', 'SQLite'] },
  'resume.volunteering': {
    heading: 'Volunteering',
    entries: [{ course: 'Teacher', school: 'Code Club', period: '2020 – present' }],
  },
  'resume.languages': {
    heading: 'Languages',
    entries: [{ name: 'Polish', fluency: 'native' }, { name: 'German' }],
  },
  'resume.certificates': {
    heading: 'Certificates',
    entries: [{ title: 'Accessibility Core', by: 'IAAP', date: '2024-05' }],
  },
  'resume.awards': {
    heading: 'Awards',
    entries: [{ title: 'Quickest Page', description: 'Of a city.', url: 'https://example.com' }],
  },
}

/**
 * The portfolios for the browser tests. A build takes seconds, so a portfolio has several features that do not concern
 * each other. The first four are a matrix: our own site, every feature below a path in two languages, the largest
 * values from right to left, the smallest. Each of the others has what a site has once: a look, a provider of captchas,
 * photos, components of its owner.
 */
export const VARIANTS: Record<string, Variant> = {
  shipped: () => {},
  /** With every feature, below a path, in English and Polish. */
  everything: async (content, folder) => {
    await writePhotos(folder, 1)
    cpSync(join(IN_POLISH, 'content'), folder, { recursive: true })
    content.setIn(['site', 'url'], `https://portfolio.test${BELOW}`)
    for (const [place, value] of Object.entries(EVERYTHING)) {
      content.setIn(place.split('.'), content.createNode(value))
    }
  },
  largest: becomeLargest,
  smallest: becomeSmallest,
  japanese: becomeJapanese,
  'no captcha': (content) => {
    content.setIn(['site', 'look'], 'terminal')
    content.setIn(['contact', 'captcha', 'provider'], 'none')
    content.setIn(['contact', 'email'], 'maja@example.com')
    content.setIn(['contact', 'subjects'], content.createNode(MANY_SUBJECTS))
  },
  'spam filter': (content) => {
    content.setIn(['site', 'look'], 'editorial')
    content.setIn(['services', 'heading'], 'Zainteresowania')
    content.setIn(['contact', 'messageRequired'], true)
    content.setIn(['contact', 'captcha', 'provider'], 'none')
    content.setIn(['contact', 'spamFilter'], {
      blockList: { field: 'user_email', values: ['spam@example.com'] },
      throttleSeconds: 60,
    })
  },
  pictures: async (content, folder) => {
    const names = await writePhotos(folder, 7)
    content.addIn(['projects', 'cards'], content.createNode({ title: 'Far away', imgAlt: 'Hills' }))
    for (const [place, name] of names.entries()) {
      content.setIn(['projects', 'cards', place, 'imgSrc'], name)
    }
    content.setIn(['brand', 'image'], await writeBrand(folder))
    const pictures = names
      .slice(0, 2)
      .map((image) => ({ image, imageAlt: 'Hills', caption: 'Two hills' }))
    content.setIn(['projects', 'cards', 0, 'pictures'], content.createNode(pictures))
    // The first one is shown large then.
    content.deleteIn(['projects', 'cards', 3, 'featured'])
    // Pushes images beyond every browser's lazy-loading distance.
    const { cards } = content.toJS().services
    content.setIn(['services', 'cards'], content.createNode([...cards, ...cards, ...cards]))
    content.setIn(['contact', 'form'], 'emailjs')
    content.setIn(['contact', 'account', 'publicKey'], 'key_abc')
    content.setIn(['contact', 'account', 'service'], 'service_abc')
    content.setIn(['contact', 'account', 'template'], 'template_abc')
    content.setIn(['contact', 'captcha'], {
      provider: 'recaptcha',
      siteKey: 'v2-key',
      scoreKey: 'v3-key',
    })
  },
  /** A claim beside a portrait, five projects as cards, and a theme of the owner. */
  claim: async (content, folder) => {
    content.setIn(['hero', 'claim'], CLAIM)
    content.deleteIn(['hero', 'phrases'])
    const [photo = ''] = await writePhotos(folder, 1)
    content.setIn(['person', 'portrait'], photo)
    content.deleteIn(['projects', 'repeatFeatured'])
    const [entry] = EVERYTHING.testimonials.entries.slice(1)
    const voice = { menuLabel: 'Voices', heading: 'A client', entries: [entry] }
    content.setIn(['testimonials'], content.createNode(voice))
    // Overrides tokens of the look, and uses a picture of the content as the ground of the hero.
    const tokens = ':root { --radius: 12px; --text-body: 20px }'
    writeFileSync(join(folder, 'theme.css'), `${tokens}\n#hero { background: url(${photo}) }\n`)
    content.setIn(['site', 'hue'], 300)
    content.setIn(['contact', 'captcha'], compactCaptcha('hcaptcha'))
  },
  /** Words of many letters, and texts in scripts that the fonts do not have. Three projects. */
  foreign: async (content, folder) => {
    becomeForeign(content, folder)
    content.setIn(['hero', 'phrases'], content.createNode(['I’m a Web Developer.', LONG_PHRASE]))
    content.setIn(['person', 'name'], `${LONG_WORD} ${LONG_WORD}`)
    content.setIn(['brand', 'text'], LONG_WORD)
    content.setIn(['about', 'bio', 0], LONG_WORD.repeat(3))
    content.setIn(['services', 'cards', 0, 'title'], LONG_WORD)
    content.setIn(['resume', 'experience', 'entries', 0, 'course'], LONG_WORD)
    content.setIn(['resume', 'skills', 'entries', 0, 'name'], LONG_WORD)
    for (const section of ['about', 'services', 'projects', 'resume', 'contact']) {
      content.setIn([section, 'menuLabel'], 'Zusammenarbeit')
    }
    const { cards } = content.toJS().projects
    content.setIn(['projects', 'cards'], content.createNode(cards.slice(0, 3)))
    for (const [place, title] of [`${LONG_WORD}, ${LONG_WORD}`, LONG_TITLE].entries()) {
      content.setIn(['projects', 'cards', place, 'title'], title)
      for (const field of ['imgSrc', 'imgAlt', 'pictures']) {
        content.deleteIn(['projects', 'cards', place, field])
      }
    }
    const [photo] = await writePhotos(folder, 1)
    content.setIn(['projects', 'cards', 2, 'imgSrc'], photo)
    content.setIn(['contact', 'captcha'], compactCaptcha('turnstile'))
  },
  /** The site of tests/fixtures/owners/levels: without contact, the projects in a grid. */
  levels: (content) => {
    for (const section of ['services', 'contact', 'resume']) content.delete(section)
    content.setIn(['projects', 'layout'], 'grid')
    content.set('customSections', content.createNode(OWN_SECTIONS))
  },
}

/** The path of the site with everything. */
export const BELOW = '/portfolio/'

/** Of the schemas in tests/fixtures/owners/levels. */
const OWN_SECTIONS = [
  {
    id: 'prices',
    menuLabel: 'Prices',
    heading: 'What it costs',
    fields: { rows: [{ what: 'A day', price: '600 EUR' }] },
  },
  { id: 'quiz', menuLabel: 'Quiz', heading: 'Quiz', fields: { question: 'Is it fast?' } },
]

function compactCaptcha(provider: string) {
  return { provider, siteKey: 'site-key', size: 'compact' }
}
