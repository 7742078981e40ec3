import { getIn } from '../get-in.ts'
import type { ContentDocument } from '../load.ts'
import { resolvePortfolio } from '../resolve.ts'
import type { PortfolioInput } from '../schema.ts'
import { plainValue } from '../source.ts'
import { uiStrings } from '../ui-strings.ts'
import { type Remark, remarkIf, textsOf } from './remark.ts'

export const MAX_TITLE_LENGTH = 60
const MIN_DESCRIPTION_LENGTH = 50
export const MAX_DESCRIPTION_LENGTH = 160
/** In characters: about two lines at full size on a phone. */
export const MAX_PHRASE_LENGTH = 36

const REDUNDANT_ALT = /^(an? |the )?(image|picture|photo|photograph|graphic|screenshot) of\b/i

/** Test keys that the captcha providers publish. Every request passes with them. */
const TEST_KEYS = [
  /^6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI$/,
  /^[1-3]0000000-ffff-ffff-ffff-00000000000[1-3]$/,
  /^[1-3]x0{20}(AA|AB|BB|FF)$/,
]

/** Advice in a draft; publishing requires it. */
export const URL_MISSING: Remark = {
  path: ['site', 'url'],
  found: 'nothing',
  meaning: 'Search engines and link previews need the URL of the site.',
  action: 'Set it to the public URL, such as https://name.github.io/portfolio/.',
}

/** Lints everything but the resume and the syntax of texts. */
export function checkPage(written: ContentDocument): Remark[] {
  const { content } = written
  return [
    ...checkSite(content),
    ...checkPhrases(content),
    ...checkAltTexts(content),
    ...checkOrder(content),
    ...checkCaptchaKeys(content),
    ...checkUiStrings(written),
  ]
}

/** Lints the title, description and URL for search engines and link previews. */
function checkSite({ site }: PortfolioInput): Remark[] {
  const { title, description } = site
  const action = 'Describe in one or two sentences what you do and for whom.'
  const length = { path: ['site', 'description'], found: `${description.length} characters` }
  return [
    ...remarkIf(title.length > MAX_TITLE_LENGTH, {
      path: ['site', 'title'],
      found: `${title.length} characters`,
      meaning: `Search results and browser tabs truncate a title after about ${MAX_TITLE_LENGTH} characters.`,
      action: 'Keep your name and job title, and move the rest to the description.',
    }),
    ...remarkIf(description.length < MIN_DESCRIPTION_LENGTH, {
      ...length,
      meaning: `Search engines replace a description of fewer than ${MIN_DESCRIPTION_LENGTH} characters with other text.`,
      action,
    }),
    ...remarkIf(description.length > MAX_DESCRIPTION_LENGTH, {
      ...length,
      meaning: `Search results and link previews truncate a description after about ${MAX_DESCRIPTION_LENGTH} characters.`,
      action,
    }),
    ...remarkIf(!site.url, URL_MISSING),
  ]
}

function checkPhrases({ hero }: PortfolioInput): Remark[] {
  return hero.phrases.flatMap((phrase, index) =>
    remarkIf(phrase.length > MAX_PHRASE_LENGTH, {
      path: ['hero', 'phrases', index],
      found: `${phrase.length} characters`,
      meaning: `On a phone, a phrase of more than ${MAX_PHRASE_LENGTH} characters is shown in a smaller font to fit two lines.`,
      action: 'Shorten it to three or four words, and move the rest to the bio.',
    }),
  )
}

function checkAltTexts({ projects }: PortfolioInput): Remark[] {
  return (projects?.cards ?? []).flatMap(({ title, imgAlt = '' }, index) => {
    const path = ['projects', 'cards', index, 'imgAlt']
    return [
      ...remarkIf(REDUNDANT_ALT.test(imgAlt), {
        path,
        found: `"${imgAlt}"`,
        meaning: 'Screen readers already announce it as an image.',
        action: 'Start with what the image shows.',
      }),
      ...remarkIf(imgAlt.trim().toLowerCase() === title.trim().toLowerCase(), {
        path,
        found: 'same as the title',
        meaning: 'Screen readers read the title already, so the text adds nothing.',
        action: 'Describe what the image shows.',
      }),
    ]
  })
}

/** Reports sections that have content but are missing from `sectionOrder`. */
function checkOrder({ sectionOrder, ...unordered }: PortfolioInput): Remark[] {
  const shown = resolvePortfolio({ ...unordered, sectionOrder }).sectionOrder.map(
    ({ name }) => name,
  )
  return resolvePortfolio(unordered).sectionOrder.flatMap(({ name }) =>
    remarkIf(!shown.includes(name), {
      path: ['sectionOrder'],
      found: `no ${name}`,
      meaning:
        'The section has content, but the page does not show it, because sectionOrder omits it.',
      action: 'Add it to sectionOrder, or delete the section.',
    }),
  )
}

function checkCaptchaKeys({ contact }: PortfolioInput): Remark[] {
  const captcha = contact?.form.captcha ?? {}
  return ['siteKey', 'scoreKey'].flatMap((name) => {
    const key = String(getIn(captcha, [name]))
    return remarkIf(
      TEST_KEYS.some((known) => known.test(key)),
      {
        path: ['contact', 'form', 'captcha', name],
        found: `"${key}"`,
        meaning: 'This is a test key of the provider: every request passes, including spam bots.',
        action: 'Use the site key of your own account.',
      },
    )
  })
}

/** Reports UI strings that are still English on a page in another language. */
function checkUiStrings({ source, content }: ContentDocument): Remark[] {
  const { language } = content.site
  if (new Intl.Locale(language).language === 'en') return []
  const own = getIn(plainValue(source), ['strings'])
  const all = textsOf(uiStrings.parse({})).filter(
    ({ path }) => content.contact || path[0] !== 'form',
  )
  const english = all.filter(({ path }) => getIn(own, path) === undefined)
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  return remarkIf(english.length > 0, {
    path: own === undefined ? ['site', 'language'] : ['strings'],
    found: `${english.length} of ${all.length} in English`,
    meaning: `Buttons, labels and messages are still in English, and screen readers read them as ${name}.`,
    action:
      'Translate them under strings; your editor completes the keys, and docs/owner.md has an ' +
      'example under "How to translate the page".',
  })
}
