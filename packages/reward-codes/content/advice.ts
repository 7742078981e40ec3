import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { countryCodeOf, LANGUAGES_OF_NAMES } from './countries.ts'
import { DATE, PERIOD, toIsoDates, YEARS } from './dates.ts'
import { timeZoneOf } from './locale.ts'
import { readDate, saysPresent } from './read-date.ts'
import { suggestAddress } from './schema/address.ts'
import { FILE_NAMES, LANGUAGE } from './schema/fields.ts'
import { COUNTRY } from './schema/person.ts'

/** The text that was meant, in the form of its field, by its format or pattern. The content itself is not guessed. */
const BY_FORM: Record<string, (text: string, folder: string) => string | undefined> = {
  url: suggestAddress,
  'uri-reference': suggestAddress,
  https: (text) => text.replace(/^http:/, 'https:'),
  'time-zone': timeZoneMeant,
  [String(PERIOD)]: periodMeant,
  [String(DATE)]: (text) => readDate(text)?.date,
  [String(YEARS)]: yearsMeant,
  [String(COUNTRY)]: (text) => countryCodeOf(text),
  [String(LANGUAGE)]: languageMeant,
  ...Object.fromEntries(FILE_NAMES.map((pattern) => [String(pattern), fileMeant])),
}

/** Words for a choice that has another name. */
const CHOICES: Record<string, string> = {
  email: 'none',
  mail: 'none',
  smtp: 'gateway',
  light: 'index',
  dark: 'terminal',
}

type Issue = {
  code?: string
  format?: string
  pattern?: string
  params?: { format?: string } | undefined
  values?: unknown[]
  expected?: string
}

/** What an owner meant by a value with an error. */
export function meantBy(issue: Issue, value: unknown, folder: string): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined
  if (text === undefined) return undefined
  if (issue.code === 'invalid_value') {
    const choices = (issue.values ?? []).map(String)
    const meant = CHOICES[text.toLowerCase()] ?? ''
    return choices.includes(meant) ? meant : nearest(text, choices)
  }
  if (issue.code === 'invalid_type') return numberMeant(issue.expected, text)
  return BY_FORM[issue.params?.format ?? issue.pattern ?? issue.format ?? '']?.(text, folder)
}

/** "90%" is 90. */
function numberMeant(expected: string | undefined, text: string): string | undefined {
  if (expected !== 'int' && expected !== 'number') return undefined
  return /^(\d+)\s*%?$/.exec(text)?.[1]
}

/** Two dates with a dash, or since one: 2006-2009, 06/2018 - 08/2019, since 2021, 2021-03 – heute. */
function periodMeant(text: string): string | undefined {
  const since = /^(?:since|from|seit|depuis|desde|dal|od|sinds)\s+(.+)$/i.exec(text)?.[1]
  const ends = since ? [since, 'present'] : splitPeriod(text)
  const dates = ends.map((end) => (saysPresent(end) ? 'present' : readDate(end)?.date))
  const period = dates.join(' – ')
  return dates.every(Boolean) && PERIOD.test(period) ? toIsoDates(period) : undefined
}

function yearsMeant(text: string): string | undefined {
  const years = periodMeant(text)?.match(/\d{4}|present/g)
  return years ? [...new Set(years)].join(' – ') : readDate(text)?.date.slice(0, 4)
}

function splitPeriod(text: string): string[] {
  const years = /^(\d{4})\s*[-–—/]\s*(\d{4}|\D+)$/.exec(text)
  if (years) return years.slice(1)
  return text.split(/\s+(?:[-–—]|to|bis|until)\s+|[–—]/i)
}

/** The time zone of a city, or of a country with only one: London, poland, PL. */
function timeZoneMeant(text: string): string | undefined {
  const city = text.toLowerCase().replaceAll(' ', '_')
  const ofCity = Intl.supportedValuesOf('timeZone').find(
    (zone) => zone.split('/').at(-1)?.toLowerCase() === city,
  )
  return ofCity ?? timeZoneOf({ country: countryCodeOf(text) })
}

/** The code of a language by its name, or in capitals: english, Deutsch, EN. */
function languageMeant(text: string): string | undefined {
  const sought = text.toLowerCase()
  return LANGUAGES_OF_NAMES.find(
    (code) =>
      sought === code ||
      ['en', code].some(
        (tongue) =>
          new Intl.DisplayNames(tongue, { type: 'language' }).of(code)?.toLowerCase() === sought,
      ),
  )
}

/** A file that exists, whose path was written from another folder or with the signs of Windows. */
function fileMeant(text: string, folder: string): string | undefined {
  const path = text.replaceAll('\\', '/').replace(/^(?:\.?\/)?(?:(?:content|public)\/)?/, '')
  const paths = [path, `images/${basename(path)}`, `files/${basename(path)}`]
  return paths.find((each) => /^(?:images|files)\//.test(each) && existsSync(join(folder, each)))
}
