import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import { type Asker, openAsker, type Screen } from 'reward-codes-gateway/terminal/screen'
import { MAX_HUE, readHue, writeHue } from '../content/hue.ts'
import { checkPortfolio } from '../content/load.ts'
import { countryOfPlace } from '../content/locale.ts'
import { makeSource, plainValue } from '../content/source.ts'
import { getIn, omitEmpty } from '../content/values.ts'
import { basedIn, placeIn, placeOf } from '../import/derived-texts.ts'
import { type Draft, type DraftPerson, distinctProfiles, makeProfile } from '../import/draft.ts'
import { editYaml } from '../import/edit-yaml.ts'
import { languageOf } from '../import/language.ts'
import { mergeImport } from '../import/merge.ts'
import { readImport } from '../import/read-import.ts'
import { readSample, sampleDataIn } from './advice.ts'
import { settlePhone, whyUnknown } from './import.ts'
import { formatImport } from './import-report.ts'
import { contentFolder, errorText } from './own-site.ts'
import {
  addSampleFiles,
  end,
  isYes,
  nextBackup,
  portfolioName,
  readPortfolioText,
  replacePortfolio,
  runWithFiles,
  shortPath,
} from './portfolio-file.ts'
import { type Answers, askRest, QUESTION_NAMES, QUESTIONS, servicesIn } from './questions.ts'

const GITHUB = 'https://github.com/'
const PLAIN_ICON = 'circle-check'
const ENDED = 'Nothing was changed.'
const MISSING_NAME =
  'Nothing was changed: --name is required without a terminal. See: npm run init -- --help'
const NO_SERVICES = {
  what: 'services',
  why: 'omitted, because no service was given; add --services, or edit the portfolio',
}
const HEADING = `# yaml-language-server: $schema=portfolio.schema.json
#
# The content of the page. Delete a section (about, services, projects, resume, contact) to remove
# it from the page and the menu. Images are files in images/, URLs, or placeholders such as
# /placeholder/640x400.svg.

`

type InitOptions = {
  folder: string
  /** The answers given as options. */
  given: Answers
  file: string | undefined
  isReset: boolean
  isPhoneWanted: boolean
}

/** Creates a portfolio from the sample and returns the exit code. Each question is an option too. */
export function runInit(args: string[], screen: Screen, open = openAsker): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npm run init --', screen).description(
    'Create your content/portfolio.yaml from the sample and a few questions.',
  )
  for (const name of QUESTION_NAMES) {
    program.option(`--${name} <TEXT>`, `${QUESTIONS[name].question}.`)
  }
  program
    .option('--import <FILE>', 'A JSON Resume, LinkedIn export or vCard to import.')
    .option('--phone', 'Import the telephone number, which the site then publishes.')
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--yes', 'Do not ask; use the options, then the import, and omit the rest.')
    .option(
      '--reset',
      'Replace an existing portfolio with the sample; a backup is saved beside it.',
    )
    .addNotes(
      [
        ['', 'ask each question'],
        [
          '--name "Anna Nowak" --headline "Web Developer" --place "Gdynia, Poland" --yes',
          'answer them in a script',
        ],
      ],
      'Exit codes: 0 success, 1 nothing written, 2 usage error.',
    )
    .action(async ({ content, import: file, yes, reset, phone, ...texts }) => {
      const given: Answers = {}
      for (const name of QUESTION_NAMES) {
        if (texts[name] === undefined) continue
        const read = QUESTIONS[name].read(texts[name])
        if (!read.ok) program.error(`--${name} ${texts[name]}: ${read.error}`)
        given[name] = read.value
      }
      const folder = contentFolder(content)
      const options = { folder, given, file, isReset: !!reset, isPhoneWanted: !!phone }
      const asker = screen.canAsk && !yes ? open() : undefined
      try {
        program.exitCode = await createPortfolio(options, screen, asker)
      } finally {
        asker?.close()
      }
    })
  return runWithFiles(program, args, screen)
}

async function createPortfolio(
  { folder, given, file, isReset, isPhoneWanted }: InitOptions,
  screen: Screen,
  asker: Asker | undefined,
): Promise<number> {
  const read = file === undefined ? undefined : readImport(fromCaller(file))
  if (read && !read.ok) return end(screen, 1, sanitizeText(read.error))
  const { source } = readSample()
  const sample = plainValue(source)
  const present = readPortfolioText(folder)
  // An error, which has no defaults, is not the sample either.
  const content = present === undefined ? undefined : plainValue(makeSource(present, folder))
  const own = isDeepStrictEqual(content, sample) ? undefined : content
  const isOwn = own !== undefined
  if (isOwn && !isReset) {
    const what =
      `${portfolioName(folder)} exists. A reset replaces it with the sample and saves a backup as ` +
      `${nextBackup(folder)}.`
    if (!asker) return end(screen, 2, `${what} To confirm, add --reset.`)
    const isConfirmed = isYes((await asker.ask(`${what} Reset? Type yes: `)) ?? '')
    if (!isConfirmed) return end(screen, 1, ENDED)
  }

  const theme = readHue(folder)
  const hue = theme === undefined ? undefined : String(Math.round(theme) % MAX_HUE)
  const detected = read && languageOf(read.draft)
  const likely = read && !own ? languageOf(read.draft, false) : undefined
  const known = {
    ...knownAnswers(read?.draft, own, sample),
    ...omitEmpty<Answers>({ language: likely, hue }),
  }
  const answers = asker
    ? await askRest(asker, screen, omitEmpty<Answers>({ language: detected, ...given }), known)
    : { ...known, ...given }
  if (!answers) return end(screen, 1, `\n${ENDED}`)
  if (!asker && !isOwn && !given.name && !read?.draft.person?.name) {
    return end(screen, 2, MISSING_NAME)
  }
  const imported = read && (await settlePhone(read, {}, isPhoneWanted, asker?.ask))
  const skipped = [...(imported?.skipped ?? [])]
  if (read && !asker && !detected && !given.language) {
    skipped.push({ what: 'site.language', why: whyUnknown(answers.language ?? 'en') })
  }
  if (!answers.services) skipped.push(NO_SERVICES)

  if (present === undefined) addSampleFiles(folder)
  const draft = withAnswers(imported?.draft ?? {}, answers, sample)
  const start = beginText(source.text, answers)
  const merged = mergeImport({ draft, skipped }, start, source.text)
  const checked = checkPortfolio(merged.text, folder)
  if (!checked.ok) return end(screen, 1, `${errorText(checked.diagnostics)}\n${ENDED}`)
  const backup = await replacePortfolio(folder, merged.text, isOwn)
  const newHue = given.hue ?? (answers.hue === hue ? undefined : answers.hue)
  const kind = read ? `your answers and ${read.kind}` : 'your answers'
  const report = { kind, ...merged, leftovers: sampleDataIn(checked.written) }
  const lines = [
    `${formatImport(report, screen.columns)}\n`,
    `Wrote ${portfolioName(folder)}.${isOwn ? ` Backup: ${backup}.` : ''}`,
    ...(newHue === undefined ? [] : [setHue(folder, newHue)]),
    ...nextSteps(folder),
  ]
  return end(screen, 0, lines.join('\n'))
}

/** The initial text of a portfolio: the sample, without `services` if the owner named none. */
function beginText(sampleText: string, { services }: Answers): string {
  const text = services
    ? sampleText
    : editYaml(sampleText, [{ path: ['services'], value: undefined }])
  return HEADING + text.replace(/^(?:#.*\n|\n)*/, '')
}

/** The default answers: from the import, otherwise from the existing portfolio. */
function knownAnswers(draft: Draft | undefined, own: unknown, sample: unknown): Answers {
  const from = (...path: string[]) => textOf(getIn(draft, path)) ?? textOf(getIn(own, path))
  const profiles = [draft?.person?.profiles, getIn(own, ['person', 'profiles'])].flat()
  const line = textOf(getIn(own, ['hero', 'place']))
  const language =
    (draft && languageOf(draft)) ?? textOf(getIn(own ?? sample, ['site', 'language']))
  const github = profiles
    .map((profile) => textOf(getIn(profile, ['url'])))
    .find((url) => url?.startsWith(GITHUB))
  return omitEmpty<Answers>({
    name: from('person', 'name') ?? textOf(getIn(sample, ['person', 'name'])),
    headline: from('person', 'headline'),
    place: (draft && placeOf(draft, language ?? 'en')) ?? (line && placeIn(line)),
    email: from('person', 'email'),
    github: github?.slice(GITHUB.length).replace(/\/.*$/, ''),
    url: from('site', 'url'),
    language,
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Merges the answers into the import; answers win. Profiles of the sample are always removed. */
function withAnswers(draft: Draft, answers: Answers, sample: unknown): Draft {
  const { name, headline, email, place, github, url, language = 'en', services } = answers
  const mine = github && makeProfile({ network: 'GitHub', username: github })
  const others = draft.person?.profiles ?? []
  const isNew = mine && distinctProfiles([...others, mine]).length > others.length
  const location = place === undefined ? draft.person?.location : locationOf(place, draft, language)
  return {
    ...draft,
    person: {
      ...draft.person,
      ...omitEmpty({ name, headline, email }),
      location,
      profiles: isNew ? [mine, ...others] : others,
    },
    site: { ...draft.site, language, ...omitEmpty({ url }) },
    ...(place && { hero: { place: basedIn(place, language) } }),
    ...(services && { services: { cards: servicesIn(services).map(toCard) } }),
  }

  /** A service that the sample has gets the icon of the sample. */
  function toCard(title: string) {
    const cards = getIn(sample, ['services', 'cards']) as { title: string; icon: string }[]
    const known = cards.find((card) => card.title.toLowerCase() === title.toLowerCase())
    return { title, icon: known?.icon ?? PLAIN_ICON }
  }
}

/** Splits an answer into city, region and country; undefined if it does not end with a country. */
function locationOf(place: string, draft: Draft, language: string): DraftPerson['location'] {
  const parts = place.split(',').map((part) => part.trim())
  // The import knows the region as well.
  if (parts.join(', ') === placeOf(draft, language)) return draft.person?.location
  const country = countryOfPlace(parts.at(-1) ?? '')
  const [city, ...regions] = parts.slice(0, -1)
  return country ? omitEmpty({ city, region: regions.join(', '), country }) : undefined
}

/** Writes the hue into the theme. Returns the line that reports the result. */
function setHue(folder: string, hue: string): string {
  const theme = join(shortPath(folder), 'theme.css')
  return writeHue(folder, hue)
    ? `Set --hue to ${hue} in ${theme}.`
    : `The hue was not changed: ${theme} has no --hue. Add --hue: ${hue}; to its :root rule.`
}

function nextSteps(folder: string): string[] {
  const steps = {
    'npm run dev': 'serves your page and reloads it on changes',
    [portfolioName(folder)]: 'contains all content; replace what is left of the sample',
    'npm run preflight': 'lists what is left of the sample before you publish',
  }
  const width = Math.max(...Object.keys(steps).map(({ length }) => length))
  return Object.entries(steps).map(([step, what]) => `  ${step.padEnd(width)}  ${what}`)
}
