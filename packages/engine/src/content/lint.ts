import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_PUBLIC_KEY } from 'reward-codes-protocol/defaults'
import { isEmailJs } from './contact.ts'
import type { ContentDocument } from './load.ts'
import { resolvePortfolio } from './resolve.ts'
import { TEXT_MARKDOWN } from './rich-text.ts'
import { type PortfolioInput, schemaAt } from './schema.ts'
import { locate, type Place, plainValue, type Source } from './source.ts'
import { en } from './strings/en.ts'
import { LANGUAGES, stringsIn } from './strings/languages.ts'
import { type Strings, uiStrings } from './ui-strings.ts'
import { getIn, type Path, textsOf } from './values.ts'

/** Advice before it is located: what it means for visitors, and what the owner should do. */
export type Remark = { path: Path; found: string; meaning: string; action: string }

/** Advice on valid content. It blocks nothing. */
export type Advice = Place & Omit<Remark, 'path'>

/** Facts that are not in the content. */
export type LintContext = {
  now: Date
  /** The page count of the resume PDF, if it is built. */
  resumePages?: number | undefined
}

/** Reports what an owner cannot see on the page or what a visitor would misread. */
export function lintContent(written: ContentDocument, context: LintContext): Advice[] {
  const { content } = written
  return locateRemarks(written.source, [
    ...checkSite(content),
    ...checkPhrases(content),
    ...checkOrder(content),
    ...checkPrivacy(content),
    ...checkCaptchaKeys(content),
    ...checkScripts(content),
    ...checkUiStrings(written),
    ...checkVideos(written),
    ...checkResume(content, context),
    ...checkMarkup(content),
  ])
}

/** Adds locations to remarks and sorts them in file order. */
export function locateRemarks(source: Source, remarks: Remark[]): Advice[] {
  return remarks
    .map(({ path, ...remark }) => ({ ...locate(source, path), ...remark }))
    .sort((a, b) => a.line - b.line)
}

export const MAX_TITLE_LENGTH = 60
const MIN_DESCRIPTION_LENGTH = 50
export const MAX_DESCRIPTION_LENGTH = 160

/** Advice in a draft; publishing requires it. */
const URL_MISSING: Remark = {
  path: ['site', 'url'],
  found: 'nothing',
  meaning: 'Search engines and link previews need the URL of the site.',
  action: 'Set it to the public URL, such as https://name.github.io/portfolio/.',
}

/** The title, description and URL, for search engines and link previews. */
function* checkSite({ site }: PortfolioInput): Generator<Remark> {
  const title = site.title.length
  const description = site.description.length
  if (title > MAX_TITLE_LENGTH) {
    yield {
      path: ['site', 'title'],
      found: `${title} characters`,
      meaning: `Search results and browser tabs truncate a title after about ${MAX_TITLE_LENGTH} characters.`,
      action: 'Keep your name and job title, and move the rest to the description.',
    }
  }
  if (description < MIN_DESCRIPTION_LENGTH || description > MAX_DESCRIPTION_LENGTH) {
    yield {
      path: ['site', 'description'],
      found: `${description} characters`,
      meaning:
        description < MIN_DESCRIPTION_LENGTH
          ? `Search engines replace a description of fewer than ${MIN_DESCRIPTION_LENGTH} characters with other text.`
          : `Search results and link previews truncate a description after about ${MAX_DESCRIPTION_LENGTH} characters.`,
      action: 'Describe in one or two sentences what you do and for whom.',
    }
  }
  if (!site.url) yield URL_MISSING
}

/** In characters: about two lines at full size on a phone. */
export const MAX_PHRASE_LENGTH = 36

/** In characters: about three lines of 1.75rem on a phone. */
const MAX_CLAIM_LENGTH = 70

function* checkPhrases({ hero }: PortfolioInput): Generator<Remark> {
  const { claim } = hero
  if (claim && claim.length > MAX_CLAIM_LENGTH) {
    yield {
      path: ['hero', 'claim'],
      found: `${claim.length} characters`,
      meaning: `On a phone, a claim of more than ${MAX_CLAIM_LENGTH} characters takes more than three lines.`,
      action: 'Keep what a client gets, and move the rest to the bio.',
    }
  }
  if (claim && hero.phrases.length > 0) {
    yield {
      path: ['hero', 'phrases'],
      found: 'a claim as well',
      meaning: 'The page shows the claim and does not type the phrases.',
      action: 'Delete the phrases, or the claim.',
    }
    return
  }
  for (const [index, { length }] of hero.phrases.entries()) {
    if (length > MAX_PHRASE_LENGTH) {
      yield {
        path: ['hero', 'phrases', index],
        found: `${length} characters`,
        meaning: `On a phone, a phrase of more than ${MAX_PHRASE_LENGTH} characters is shown in a smaller font to fit two lines.`,
        action: 'Shorten it to three or four words, and move the rest to the bio.',
      }
    }
  }
}

/** Sections that have content but are missing from `sectionOrder`. */
function* checkOrder({ sectionOrder, ...unordered }: PortfolioInput): Generator<Remark> {
  for (const { name } of resolvePortfolio(unordered).sectionOrder) {
    if (sectionOrder && !sectionOrder.includes(name)) {
      yield {
        path: ['sectionOrder'],
        found: `no ${name}`,
        meaning:
          'The section has content, but the page does not show it, because sectionOrder omits it.',
        action: 'Add it to sectionOrder, or delete the section.',
      }
    }
  }
}

/** A public form without a privacy notice. */
function* checkPrivacy({ site, contact, legal }: PortfolioInput): Generator<Remark> {
  if (!site.url || !contact || legal?.privacy) return
  yield {
    path: ['contact'],
    found: 'a form and no privacy notice',
    meaning:
      'Visitors send personal data, and many countries require that you say what happens to it.',
    action: 'Add legal.privacy, which says what the settings of this site do.',
  }
}

/** Test keys that the captcha providers publish. Every request passes with them. */
const TEST_KEY =
  /^(6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI|[1-3]0000000-ffff-ffff-ffff-00000000000[1-3]|[1-3]x0{20}(AA|AB|BB|FF))$/

function* checkCaptchaKeys({ contact }: PortfolioInput): Generator<Remark> {
  for (const name of ['siteKey', 'scoreKey']) {
    const key = String(getIn(contact?.form.captcha, [name]))
    if (TEST_KEY.test(key)) {
      yield {
        path: ['contact', 'form', 'captcha', name],
        found: `"${key}"`,
        meaning: 'This is a test key of the provider: every request passes, including spam bots.',
        action: 'Use the site key of your own account.',
      }
    }
  }
}

/** Another service learns of every visitor, which the owner may have to say and to ask for. */
function* checkScripts({ site }: PortfolioInput): Generator<Remark> {
  for (const [index, { src }] of (site.scripts ?? []).entries()) {
    const { host } = new URL(src)
    yield {
      path: ['site', 'scripts', index, 'src'],
      found: `"${src}"`,
      meaning: `Every visitor's browser loads this script, so ${host} gets their network addresses and what the script collects.`,
      action: `Name ${host} in your privacy notice, and check whether your visitors must agree first.`,
    }
  }
}

/** UI strings that are in another language than the page. */
function* checkUiStrings({ source, content }: ContentDocument): Generator<Remark> {
  const { language } = content.site
  const own = getIn(plainValue(source), ['strings'])
  const included = stringsIn(language)
  if (included) {
    yield* checkOwnStrings(own, included)
    return
  }
  const all = textsOf(uiStrings(en).parse({})).filter(
    ({ path }) => content.contact || path[0] !== 'form',
  )
  // Below the second level are plural forms, which an owner replaces together.
  const english = all.filter(({ path }) => getIn(own, path.slice(0, 2)) === undefined)
  if (english.length === 0) return
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language)
  yield {
    path: own === undefined ? ['site', 'language'] : ['strings'],
    found: `${english.length} of ${all.length} in English`,
    meaning: `Buttons, labels and messages are still in English, and screen readers read them as ${name}.`,
    action:
      'Translate them under strings; your editor completes the keys, and docs/owner.md has an ' +
      'example under "How to translate the page".',
  }
}

/** Own strings that are the text of another included language. */
function* checkOwnStrings(own: unknown, included: Strings): Generator<Remark> {
  for (const { path, text } of textsOf(own)) {
    const [tag] =
      Object.entries(LANGUAGES).find(([, strings]) => getIn(strings, path) === text) ?? []
    if (!tag || getIn(included, path) === text) continue
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(tag)
    yield {
      path: ['strings', ...path],
      found: `"${text}"`,
      meaning: `This text is in ${name}, but the page is in another language.`,
      action: 'Delete it to get the included translation, or translate it.',
    }
  }
}

const MEGABYTE = 1_000_000

/** In bytes: about 40 s at 1.6 Mbit/s, the speed of a slow phone connection. */
const MAX_VIDEO_SIZE = 8 * MEGABYTE

function* checkVideos({ content, directory }: ContentDocument): Generator<Remark> {
  for (const [index, { video }] of (content.projects?.cards ?? []).entries()) {
    if (!video) continue
    const { size = 0 } = statSync(join(directory, video.src), { throwIfNoEntry: false }) ?? {}
    if (size > MAX_VIDEO_SIZE) {
      yield {
        path: ['projects', 'cards', index, 'video', 'src'],
        found: `${(size / MEGABYTE).toFixed(1)} MB`,
        meaning: `On a phone, a video of more than ${MAX_VIDEO_SIZE / MEGABYTE} MB loads for a long time.`,
        action: 'Shorten it, or export it at a width of 1280 pixels and a lower bit rate.',
      }
    }
  }
}

const MAX_PAGES = 2

/** What recruiters miss in a resume, or take for a mistake. */
function* checkResume({ resume, person }: PortfolioInput, context: LintContext): Generator<Remark> {
  const dialled = person.profiles.findIndex(({ url }) => url.startsWith('tel:'))
  if (person.phone || dialled >= 0) {
    yield {
      path: person.phone ? ['person', 'phone'] : ['person', 'profiles', dialled, 'url'],
      found: `"${person.phone ?? person.profiles[dialled]?.url}"`,
      meaning: 'The resume PDF and the contact card are public, so bots can collect it.',
      action: 'Remove it unless anyone may call you.',
    }
  }
  if (!resume) return
  if (!resume.customPdf && !person.headline) {
    yield {
      path: ['person', 'headline'],
      found: 'nothing',
      meaning: 'The resume PDF starts without your job title.',
      action: 'Add a headline such as Full-Stack Web Developer.',
    }
  }
  if (!resume.customPdf && !person.email) {
    yield {
      path: ['person', 'email'],
      found: 'nothing',
      meaning: 'The resume PDF has no email address to reply to.',
      action: 'Add an email address; it appears in the PDF and the contact card, not on the page.',
    }
  }
  const { resumePages = 0 } = context
  if (resumePages > MAX_PAGES) {
    yield {
      path: ['resume'],
      found: `${resumePages} pages`,
      meaning: 'Recruiters rarely read more than two pages.',
      action: 'Shorten the oldest entries first, to one line each.',
    }
  }
  const today = context.now.toISOString()
  for (const name of ['education', 'experience', 'volunteering'] as const) {
    for (const [index, entry] of (resume[name]?.entries ?? []).entries()) {
      yield* checkEntry(entry, ['resume', name, 'entries', index], today)
    }
  }
  for (const name of ['certificates', 'awards', 'publications'] as const) {
    for (const [index, { date = '' }] of (resume[name]?.entries ?? []).entries()) {
      if (date > today) yield inFuture(['resume', name, 'entries', index, 'date'], date)
    }
  }
}

type EntryInput = NonNullable<
  NonNullable<PortfolioInput['resume']>['experience']
>['entries'][number]

function* checkEntry(entry: EntryInput, path: Path, today: string): Generator<Remark> {
  const { period = '', description, highlights = [] } = entry
  const [, column] = path
  if (column === 'experience' && !description && highlights.length === 0) {
    yield {
      path,
      found: 'no description and no highlights',
      meaning: 'The entry does not say what you achieved.',
      action: 'Add a description or two or three highlights: what you did, with which result.',
    }
  }
  // Strings compare as dates: a year or month sorts before its days, so this month is not in the
  // future. A course of study may have a planned end.
  const [from = '', to = 'present'] = period.split(' – ')
  const hasFutureEnd = column !== 'education' && to !== 'present' && to > today
  if (from > today || hasFutureEnd) yield inFuture([...path, 'period'], period)
}

function inFuture(path: Path, found: string): Remark {
  return {
    path,
    found: `"${found}"`,
    meaning: 'A date in the future looks like a mistake.',
    action: 'Correct it, or omit the entry until then. A current position ends with present.',
  }
}

/** Starts of URLs, file paths and colour codes. */
const NOT_PROSE = /^(https?:|images\/|files\/|\/|#[\da-f]{6}$)/i

// Single opening tags are allowed: the text may be about them, as in "draws on <canvas>".
const HTML =
  /<\/[a-z][a-z0-9]*\s*>|<[a-z][a-z0-9]*\s+[a-z-]+\s*=[^>]*>|<(?:b|i|u|em|strong|br|hr)\s*\/?>|&(?:#\d+|#x[\da-f]+|nbsp|amp|lt|gt|quot|[nm]dash|hellip|copy);/i
const MARKDOWN =
  /(?<![\p{L}\d*])\*\*(?=\S).+?(?<=\S)\*\*(?![\p{L}\d*])|\[[^\]]+\]\((?:https?:|mailto:|[#/])[^)]*\)|`[^`]+`/u

type Markup = { pattern: RegExp; what: string; action: string }

const WITH_MARKUP =
  'Write *emphasis*, **strong**, `code` or [a link](https://example.com), and the characters ' +
  'themselves. For line breaks, start a block text with |- and continue on the next line.'
const PLAIN =
  'Write plain text and the characters themselves. For line breaks, start a block text with ' +
  '|- and continue on the next line.'

/** Markdown that texts do not take, and what to write instead. */
const OTHER_MARKDOWN: Markup[] = [
  ['heading', /^#{1,6} .*/m, 'Delete the # signs: a section has its own heading.'],
  [
    'list',
    /^(?:[-+*]|\d+[.)]) .*\n(?:[-+*]|\d+[.)]) .*/m,
    'Write each item as a paragraph or a highlight of its own.',
  ],
  ['image', /!\[[^\]]*\]\([^)]*\)/, 'Delete it. Projects have fields for pictures.'],
  ['table', /^\|.*\|[^\S\n]*\n\|.*\|/m, 'Write it as sentences.'],
  ['code block', /^(?:```|~~~).*/m, 'Write `code` inside a sentence.'],
  ['quote', /^> .*/m, 'Delete the > signs.'],
  ['rule', /^(?:-{3,}|\*{3,}|_{3,})$/m, 'Delete it.'],
  ['strikethrough', /~~\S.*?~~/, 'Delete the text or the ~ signs.'],
  ['link', /<(?:https?:|mailto:)[^>\s]+>/, 'Write [the text of the link](https://example.com).'],
].map(([what, pattern, action]) => ({ what: `Markdown ${what}`, pattern, action }) as Markup)

/** HTML and Markdown that the page shows as it is written. */
function* checkMarkup(content: PortfolioInput): Generator<Remark> {
  for (const { path, text } of textsOf(content)) {
    if (NOT_PROSE.test(text)) continue
    const isRich = schemaAt(content, path)?.contentMediaType === TEXT_MARKDOWN
    const known: Markup[] = [
      { what: 'HTML', pattern: HTML, action: isRich ? WITH_MARKUP : PLAIN },
      ...(isRich ? OTHER_MARKDOWN : [{ what: 'Markdown', pattern: MARKDOWN, action: PLAIN }]),
    ]
    const shown = isRich ? withoutCode(text) : text
    const found = known.find(({ pattern }) => pattern.test(shown))
    if (!found) continue
    const { what, pattern, action } = found
    const [sign = ''] = pattern.exec(shown)?.[0].split('\n') ?? []
    const kinds = isRich ? 'only emphasis, strong, code and links' : 'no markup'
    yield {
      path,
      found: `"${sign}"`,
      meaning: `This field takes ${kinds}: visitors see the ${what}.`,
      action,
    }
  }
}

/** Code may be about HTML and Markdown. */
function withoutCode(text: string): string {
  return text.replace(/(?<!`)`[^`\n]+`(?!`)/g, '')
}

/** Static hosts, which cannot receive submissions. */
const STATIC_HOSTS = /\.(github\.io|gitlab\.io|netlify\.app|pages\.dev|vercel\.app)$/

/** Reports fields that publishing requires and a draft does not. */
export function missingForPublishing({ source, content }: ContentDocument): Advice[] {
  const { site, contact } = content
  const missing: Remark[] = site.url ? [] : [URL_MISSING]
  if (isEmailJs(contact?.form.origin) && contact?.form.publicKey === DEFAULT_PUBLIC_KEY) {
    missing.push({
      path: ['contact', 'form', 'publicKey'],
      found: 'nothing',
      meaning: 'EmailJS rejects every message without your public key.',
      action: 'Set the public key from your EmailJS dashboard.',
    })
  }
  if (site.url && contact && !contact.form.origin && isStaticHost(site.url)) {
    missing.push({
      path: ['contact', 'form', 'origin'],
      found: 'nothing',
      meaning: `${new URL(site.url).hostname} is a static host and cannot receive messages, so the form would fail.`,
      action: 'Set it to your gateway or https://api.emailjs.com, or delete the contact section.',
    })
  }
  return locateRemarks(source, missing)
}

/** Whether the host of the site also receives messages and sends the mail. */
export function needsMailServer({ site, contact }: PortfolioInput): boolean {
  return Boolean(site.url && contact && !contact.form.origin && !isStaticHost(site.url))
}

function isStaticHost(url: string): boolean {
  return STATIC_HOSTS.test(new URL(url).hostname)
}
