import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPackages, scriptCallWithOptions } from 'reward-codes-gateway/own-command'
import { createProgram } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { LANGUAGE_SCHEMA_FILE, languageSchemaText } from '../content/json-schema.ts'
import { load } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { languageCode } from '../content/schema/fields.ts'
import { readSource } from '../content/source.ts'
import { stringsIn } from '../content/strings/languages.ts'
import { describeTranslation } from '../content/translations.ts'
import { installPackages } from './install-packages.ts'
import { readOwnSections } from './own-sections.ts'
import { CONTENT_FOLDER, end, errorText, runWithFiles } from './portfolio-file.ts'
import { completeFile } from './translation-file.ts'

/** Writes what the file of a language lacks, and returns the exit code. A test names another folder and no package manager. */
export async function runTranslate(
  args: string[],
  screen: Screen,
  { folder = CONTENT_FOLDER, install = installPackages } = {},
): Promise<number> {
  let exitCode = 0
  const program = createProgram(scriptCallWithOptions('translate'), screen)
    .description(
      'Write into content/LANGUAGE.yaml each text of portfolio.yaml that has no translation, with the place where it ' +
        'stands. Translations of texts that are gone move to the end of the file.',
    )
    .argument('<LANGUAGE>', 'The language, such as pl, pt-BR or zh-Hans.')
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 usage error.')
    .action(async (language) => {
      exitCode = await translate(folder, language, screen, install)
    })
  return (await runWithFiles(program, args, screen)) || exitCode
}

async function translate(
  folder: string,
  language: string,
  screen: Screen,
  install: typeof installPackages,
): Promise<number> {
  if (!languageCode.safeParse(language).success) {
    return end(screen, 2, `${language}: expected a language such as pl, pt-BR or zh-Hans.`)
  }
  const { sections } = await readOwnSections()
  const loaded = await load(folder, { language, sections })
  if (!loaded.ok) return end(screen, 1, errorText(loaded.diagnostics))
  const { translation, portfolio } = loaded
  if (!translation) return end(screen, 2, `${language} is the language of portfolio.yaml.`)
  const name = `content/${language}.yaml`
  const file = join(folder, `${language}.yaml`)
  const before = existsSync(file) ? readSource(file).text : headingOf(language)
  const hasLabels = stringsIn(language) !== undefined
  writeFileSync(file, completeFile(before, translation, hasLabels))
  writeFileSync(join(folder, LANGUAGE_SCHEMA_FILE), languageSchemaText())
  const left = describeTranslation(translation)
  const lines = [
    left ? `${name}: ${left}.\n${YOURS}` : `${name} lacks no text.`,
    ...(hasLabels ? [] : [`There are no labels in "${language}": write them below strings.`]),
    ...(await offerFonts(portfolio, screen, install)),
  ]
  return end(screen, 0, lines.join('\n'))
}

const YOURS =
  'Write each missing translation between its quotes. What no longer occurs stands at the end, for you to use or to delete.'

/** Installs the fonts that the resume in a language needs, if the owner agrees. Returns what to say. */
async function offerFonts(
  portfolio: Portfolio,
  screen: Screen,
  install: typeof installPackages,
): Promise<string[]> {
  // Imported lazily: a machine that serves a built site may have no build tools.
  const { resumePackages } = await import('../resume/resume-pdf.ts')
  const packages = resumePackages(portfolio)
  if (packages.length === 0) return []
  const needs = `The resume PDF in "${portfolio.site.language}" needs ${packages.join(' ')}.`
  const answer = screen.canAsk ? await screen.ask(`${needs} Install it? [y/N]: `) : 'n'
  if (/^y(es)?$/i.test(answer.trim()) && install(packages, screen)) return []
  return [`${needs} Run: ${addPackages(packages.join(' '))}`]
}

function headingOf(language: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language)
  return `# yaml-language-server: $schema=${LANGUAGE_SCHEMA_FILE}
#
# The texts of portfolio.yaml in ${name}. One without a translation is shown as it stands there.

`
}
