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

const FAR_AWAY = 'Far away in the row, and higher than all others. '.repeat(4)

/** The maximum of every field: words of 200 letters, long texts, full lists. */
function becomeLargest(content: Document): void {
  const word = 'Langeswort'.repeat(LINE / 10)
  const text = `${word} ${'word '.repeat(PARAGRAPH)}`.slice(0, PARAGRAPH - 1).trim()
  const limited: Record<string, string> = { outcome: word.slice(0, 40) }
  rewrite(content, (field) => limited[field] ?? (PARAGRAPHS.includes(field) ? text : word))
  content.setIn(['contact', 'email'], ADDRESS)
  const subjects = Array.from({ length: SUBJECTS }, (_, index) => `${index}${word}`.slice(0, LINE))
  content.setIn(['contact', 'subjects'], content.createNode(subjects))
  const { cards } = content.toJS().projects
  const [{ imgSrc }] = cards
  // Without stories, which would make a page of megabytes.
  const short = { imgSrc, imgAlt: word, summary: 'Short.' }
  const projects = Array.from({ length: PROJECTS }, (_, index) => ({
    ...(cards[index] ?? { ...short, title: `${index}` }),
    ...(index === 100 && { summary: FAR_AWAY }),
  }))
  for (const figure of content.toJS().about.figures.keys()) {
    content.setIn(['about', 'figures', figure, 'number'], 'WWWWWWWW')
    content.setIn(['about', 'figures', figure, 'description'], word)
  }
  content.setIn(['projects', 'cards'], content.createNode(projects, NO_ALIASES))
  const [skill] = content.toJS().resume.skills.entries
  const skills = Array.from({ length: SKILLS }, (_, index) =>
    index < 5
      ? { ...skill, description: word, level: 100 }
      : { name: `Skill ${index}`, level: index, description: 'Daily' },
  )
  content.setIn(['resume', 'skills', 'entries'], content.createNode(skills))
}

/**
 * The minimum of every field: one letter, one item per list, no optional fields. Its form refuses automated
 * browsers.
 */
function becomeSmallest(content: Document): void {
  rewrite(content, () => 'x')
  content.deleteIn(['person', 'portrait'])
  const { projects, resume, services, about } = content.toJS()
  const [{ imgSrc }] = projects.cards
  const few = {
    'projects.cards': [{ title: 'x', imgSrc, imgAlt: 'x' }],
    'services.cards': services.cards.slice(0, 1),
    about: { menuLabel: about.menuLabel, heading: about.heading, bio: ['x'] },
    'resume.experience.entries': [{ course: 'x', school: 'x' }],
    'resume.education.entries': [],
    'resume.skills.entries': [],
    'hero.phrases': ['x'],
    'contact.subjects': ['x'],
    'person.profiles': [],
  }
  for (const [path, value] of Object.entries(few)) {
    content.setIn(path.split('.'), content.createNode(value))
  }
  content.setIn(['contact', 'captcha', 'provider'], 'none')
  content.setIn(['contact', 'spamFilter', 'blockHeadless'], true)
  content.deleteIn(['hero', 'availability'])
  content.deleteIn(['hero', 'place'])
  content.deleteIn(['services', 'cards', 0, 'description'])
  content.setIn(['resume', 'menuLabel'], resume.menuLabel)
}

/** One project with a screenshot of a phone, languages, a link in the menu, and an address in place of a form. */
async function becomeOne(content: Document, folder: string): Promise<void> {
  const body = await sharp({
    create: { width: 1170, height: 2532, channels: 3, background: '#77aabb' },
  })
    .png()
    .toBuffer()
  writeFileSync(join(folder, 'images/phone.png'), body)
  const [card] = content.toJS().projects.cards
  const few = {
    'projects.cards': [
      { ...card, imgSrc: 'images/phone.png', imgAlt: 'A phone', problem: 'Too many calls.' },
    ],
    'resume.languages': { entries: [{ name: 'Polish' }, { name: 'English' }] },
    menu: [{ label: 'Shop', href: 'https://shop.example.com/' }],
    contact: { ...pick(content.toJS().contact), form: 'none', email: 'maja@example.com' },
  }
  for (const [path, value] of Object.entries(few)) {
    content.setIn(path.split('.'), content.createNode(value))
  }
  content.deleteIn(['hero', 'button'])
}

function pick({ menuLabel, heading, lead }: Record<string, unknown>) {
  return { menuLabel, heading, lead }
}

/** Right-to-left scripts, scripts outside the page's fonts, and emoji. */
function becomeForeign(content: Document, folder: string): void {
  const names = [
    'محمد عبد الرحمن الخوارزمي',
    '🎉🎉🎉',
    '作品集與履歷',
    '👩🏽‍💻',
    'שלום עולם',
    'ก็ที่นี่',
  ]
  let count = 0
  rewrite(content, () => names[count++ % names.length] ?? '')
  // No font of the resume PDF is installed for most of these scripts.
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files/own.pdf'), '%PDF-1.7\n')
  content.setIn(['resume', 'file'], 'files/own.pdf')
}

/** Graphemes of several code points: an emoji family, a flag, a letter with a combining accent. */
export const CLUSTERS = ['👨‍👩‍👧‍👦', '🇵🇱', 'e\u0301']

/** A headline as LinkedIn shows it, in a script that none of the page's fonts covers. */
const LONG_ARABIC = 'مطورة واجهات أمامية متخصصة في إمكانية الوصول وأنظمة التصميم والصفحات السريعة'

/** An Arabic page. Repeated phrases are allowed. */
function becomeRightToLeft(content: Document): void {
  const words = ['مطور ويب', 'عن المشروع', 'أعمل على صفحات سريعة وواضحة', 'رسالة', 'خبرة']
  let count = 0
  rewrite(content, () => `${words[count++ % words.length]} ${count}`)
  content.setIn(['site', 'language'], 'ar')
  const entries = [1, 2].map((count) => ({ quote: words.join(' '), by: `${words[0]} ${count}` }))
  const testimonials = { menuLabel: words[3], heading: words[1], entries }
  content.setIn(['testimonials'], content.createNode(testimonials))
  content.setIn(
    ['hero', 'phrases'],
    content.createNode([CLUSTERS.join(''), 'مرحبا', 'مرحبا', LONG_ARABIC]),
  )
}

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
const HEADLINE = 'Frontend-Entwicklerin und UX-Engineerin für Barrierefreiheit'

export const CLAIM = 'I build booking pages that people finish.'

/** An unpolished portfolio: German, only a portrait as image, an imprint, a long headline. */
async function becomeGerman(content: Document, folder: string): Promise<void> {
  const fields = {
    'site.language': 'de',
    'site.title': '{name}, Frontend-Entwicklerin in Hamburg',
    'site.description':
      '{name} entwickelt barrierefreie Oberflächen für Verlage und Behörden, vom Entwurf bis in den Betrieb.',
    'brand.text': 'Jule Petersen',
    'brand.image': await writePortrait(folder),
    'person.name': 'Jule Petersen',
    'person.headline': HEADLINE,
    'person.email': 'jule@example.com',
    'person.location': { city: 'Hamburg', region: 'Hamburg', country: 'DE' },
    'hero.greeting': 'Moin!',
    'hero.phrases': ['Ich bin {name}.', `${HEADLINE}.`, LONG_PHRASE],
    'hero.place': 'aus Hamburg',
    'hero.availability': 'Frei ab März 2027',
    'hero.button': 'Nachricht schreiben',
    'about.menuLabel': 'Über mich',
    'about.heading': 'Über mich',
    'about.bio': [
      'Ich entwickle seit acht Jahren Oberflächen, die alle benutzen können.',
      '✓ Prüfungen nach BITV\n✓ Designsysteme\n✓ Schulungen'.replaceAll('✓', '–'),
    ],
    'services.menuLabel': 'Leistungen',
    'services.heading': 'Leistungen',
    'projects.menuLabel': 'Arbeiten',
    'projects.heading': 'Arbeiten',
    'projects.cards': [
      {
        title: 'Liegeplatz',
        summary: 'Buchungen für einen Hafen.',
        projectUrl: 'https://example.com',
      },
      {
        title: 'Öffnungszeiten auf einen Blick: eine Bibliothek für Läden',
        summary: 'Liest Zeiten von Websites.',
        githubUrl: 'https://github.com/example/zeiten',
      },
      { title: 'Kommandozeile für Rechnungen', technologies: ['Node.js', 'SQLite'] },
      { title: 'Chorbibliothek', summary: 'Noten für einen Chor.' },
    ],
    'resume.menuLabel': 'Lebenslauf',
    'resume.heading': 'Lebenslauf',
    'resume.downloadLabel': 'Lebenslauf laden',
    'resume.experience.heading': 'Berufserfahrung',
    'resume.experience.entries': [
      {
        period: '2021-10 – present',
        course: 'Frontend-Entwicklerin',
        school: 'Studio Elbe',
        highlights: ['Halbe Ladezeit.\nGleiche Inhalte.'],
      },
      {
        period: '2018-10 – 2021-09',
        course: 'Werkstudentin in der Webentwicklung',
        school: 'Verlag Nord',
        description: 'Drei Dinge:\n– Tests\n– Redaktion\n– Druck',
      },
    ],
    'resume.education.heading': 'Studium',
    'resume.education.entries': [
      {
        period: '2014-10 – 2018-09',
        course: 'Bachelor of Arts',
        area: 'Kommunikationsdesign',
        school: 'HAW Hamburg',
      },
    ],
    'contact.menuLabel': 'Kontakt',
    'contact.heading': 'Kontakt',
    'contact.lead': 'Ich antworte innerhalb von zwei Tagen.',
    customSections: [
      {
        id: 'impressum',
        menuLabel: 'Impressum',
        heading: 'Impressum',
        text: ['Jule Petersen\nLange Reihe 7\n20099 Hamburg', 'E-Mail: jule@example.com'],
      },
    ],
    sectionOrder: ['about', 'services', 'projects', 'resume', 'contact', 'impressum'],
    'strings.present': 'heute',
  }
  for (const [path, value] of Object.entries(fields)) {
    content.setIn(path.split('.'), content.createNode(value))
  }
}

/** A portrait on a plain background, 4:5 like a phone photo. */
async function writePortrait(folder: string, name = 'images/portrait.jpg'): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#b9c8d6"/>' +
    '<path d="M120 1000q40-330 280-330t280 330z" fill="#2b3a4a"/><circle cx="400" cy="430" r="210" fill="#e3b48f"/></svg>'
  const photo = await sharp(Buffer.from(svg)).removeAlpha().jpeg().toBuffer()
  writeFileSync(join(folder, name), photo)
  return name
}

type Size = { width: number; height: number }

/** Of a camera or a large screenshot. */
const LARGE: Size = { width: 2400, height: 1500 }
/** Of pictures that tests load and do not measure: encoding one takes a fifth of the time. */
const SMALL: Size = { width: 720, height: 450 }
const MEASURED = 2

/** Writes `count` photos, the first two large. Returns their paths for the content. */
async function writePhotos(content: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `images/photo-${index + 1}.jpg`)
  for (const [index, name] of names.entries()) {
    writeFileSync(join(content, name), await photo(index + 1))
  }
  return names
}

const photos = new Map<number, Promise<Buffer>>()

function photo(seed: number): Promise<Buffer> {
  const drawn = photos.get(seed) ?? drawPhoto(seed, seed > MEASURED ? SMALL : LARGE)
  photos.set(seed, drawn)
  return drawn
}

/** A logo as a designer exports it: large, on a transparent background. */
async function writeBrand(content: string): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000" viewBox="0 0 20 20">' +
    '<circle cx="10" cy="10" r="9" fill="#1d4a3c"/><path d="M6 10h8M10 6v8" stroke="#fff" stroke-width="2"/></svg>'
  writeFileSync(join(content, 'images/brand.png'), await sharp(Buffer.from(svg)).png().toBuffer())
  return 'images/brand.png'
}

/** Soft hills with grain. Each seed yields a different, reproducible photo. */
async function drawPhoto(seed: number, { width, height }: Size): Promise<Buffer> {
  const hue = (seed * 67) % 360
  const hills = Array.from({ length: 9 }, (_, index) => {
    const bend = -12 - ((index * seed) % 9)
    const colour = `hsl(${hue + index * 9} 45% ${68 - index * 6}%)`
    return `<path d="M0 ${20 + index * 9} q25 ${bend} 50 0 t50 0 v100 h-100 z" fill="${colour}"/>`
  })
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${height}">` +
    `<rect width="100" height="100" fill="hsl(${hue} 60% 85%)"/>${hills.join('')}</svg>`
  return sharp(Buffer.from(svg))
    .removeAlpha()
    .composite([
      {
        input: drawGrain(seed, width * height),
        raw: { width, height, channels: 3 },
        blend: 'soft-light',
      },
    ])
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** Grain from a linear congruential generator, reproducible by seed. */
function drawGrain(seed: number, pixels: number): Buffer {
  const grain = Buffer.alloc(pixels * 3)
  let state = seed
  for (let index = 0; index < grain.length; index += 3) {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    const grey = 118 + (state >>> 24) / 13
    grain[index] = grey
    grain[index + 1] = grey
    grain[index + 2] = grey
  }
  return grain
}

/** Changes the sample content into another portfolio. May write images into the folder. */
export type Variant = (content: Document, folder: string) => void | Promise<void>

/** The languages of persons in tests/fixtures/persons. Each has a variant of that name. */
export const PERSONS = ['ar', 'de', 'ja', 'zh-Hans']

function becomePerson(language: string) {
  return (content: Document) => {
    const file = join(import.meta.dirname, `../fixtures/persons/${language}.yaml`)
    content.contents = parseDocument(readFileSync(file, 'utf8')).contents
  }
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
        image: 'images/jan.jpg',
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

/** Overrides tokens of the look, and uses a picture of the content as the ground of the hero. */
function writeTheme(folder: string, picture: string): void {
  writeFileSync(
    join(folder, 'theme.css'),
    `:root { --radius: 12px; --text-body: 20px }\n#hero { background: url(${picture}) }\n`,
  )
}

/**
 * The portfolios for the browser tests. Each build takes seconds, so a portfolio has several features that
 * do not concern each other.
 */
export const VARIANTS: Record<string, Variant> = {
  shipped: () => {},
  ...Object.fromEntries(PERSONS.map((language) => [language, becomePerson(language)])),
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
  /** With every feature, below a path. */
  everything: async (content, folder) => {
    await writePortrait(folder, 'images/jan.jpg')
    content.setIn(['site', 'url'], `https://portfolio.test${BELOW}`)
    for (const [place, value] of Object.entries(EVERYTHING)) {
      content.setIn(place.split('.'), content.createNode(value))
    }
  },
  'no projects': (content) => {
    content.delete('projects')
  },
  /** Four projects. */
  german: becomeGerman,
  largest: becomeLargest,
  smallest: becomeSmallest,
  one: becomeOne,
  'right to left': becomeRightToLeft,
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
    writeTheme(folder, photo)
    content.setIn(['site', 'hue'], 300)
    content.setIn(['contact', 'captcha'], compactCaptcha('hcaptcha'))
  },
  /** Words of many letters, and texts in scripts that the fonts do not have. Three projects. */
  foreign: async (content, folder) => {
    const { phrases } = content.toJS().hero
    becomeForeign(content, folder)
    content.setIn(['hero', 'phrases'], content.createNode(phrases))
    content.setIn(['person', 'name'], `${LONG_WORD} ${LONG_WORD}`)
    content.setIn(['brand', 'text'], LONG_WORD)
    content.setIn(['about', 'bio', 0], LONG_WORD.repeat(3))
    content.setIn(['services', 'cards', 0, 'title'], LONG_WORD)
    content.setIn(['resume', 'experience', 'entries', 0, 'course'], LONG_WORD)
    content.setIn(['resume', 'skills', 'entries', 0, 'name'], LONG_WORD)
    for (const section of ['about', 'services', 'projects', 'resume', 'contact']) {
      content.setIn([section, 'menuLabel'], 'Zusammenarbeit')
    }
    keepProjects(content, 3)
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
  /** In English and Polish. */
  languages: (content, folder) => {
    cpSync(join(IN_POLISH, 'content'), folder, { recursive: true })
    content.setIn(['site', 'url'], 'https://portfolio.test/')
    content.setIn(['contact', 'captcha', 'provider'], 'none')
    content.set('legal', content.createNode({ privacy: {} }))
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

function keepProjects(content: Document, count: number): void {
  const { cards } = content.toJS().projects
  content.setIn(['projects', 'cards'], content.createNode(cards.slice(0, count)))
}

function compactCaptcha(provider: string) {
  return { provider, siteKey: 'site-key', size: 'compact' }
}
