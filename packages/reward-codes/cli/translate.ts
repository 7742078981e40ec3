import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptCallWithOptions } from 'reward-codes-gateway/own-command'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { LANGUAGE_SCHEMA_FILE } from '../content/json-schema.ts'
import { load } from '../content/load.ts'
import { languageCode } from '../content/schema/fields.ts'
import { plainValue, readSource } from '../content/source.ts'
import { getIn } from '../content/values.ts'
import { addMissing } from './missing-fields.ts'
import { readOwnSections } from './own-sections.ts'
import { CONTENT_FOLDER, contentFolder, end, errorText, runWithFiles } from './portfolio-file.ts'

/** Writes what the file of a language lacks, and returns the exit code. */
export function runTranslate(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen(scriptCallWithOptions('translate'), screen)
    .description(
      'Write into content/LANGUAGE.yaml each text that it lacks: an empty one, with that of portfolio.yaml as a ' +
        'comment. What you have written stays.',
    )
    .argument('<LANGUAGE>', 'The language, such as pl, pt-BR or zh-Hans.')
    .option('--content <FOLDER>', 'Use another content folder.')
    .addNotes(
      [['pl', 'begin or complete content/pl.yaml']],
      'Exit codes: 0 success, 1 failure, 2 usage error.',
    )
    .action(async (language, { content }) => {
      program.exitCode = await translate(contentFolder(content), language, screen)
    })
  return runWithFiles(program, args, screen)
}

async function translate(folder: string, language: string, screen: Screen): Promise<number> {
  const [tag] = languageCode.safeParse(language).success ? Intl.getCanonicalLocales(language) : []
  if (tag !== language) {
    return end(screen, 2, `${language}: expected a language such as ${tag ?? 'pl or zh-Hans'}.`)
  }
  const sections = folder === CONTENT_FOLDER ? (await readOwnSections()).sections : 'unknown'
  const loaded = await load(folder, { language, sections })
  if (!loaded.ok) return end(screen, 1, errorText(loaded.diagnostics))
  const main = plainValue(loaded.source)
  if (getIn(main, ['site', 'language']) === language) {
    return end(screen, 2, `${language} is the language of portfolio.yaml.`)
  }
  const name = `content/${language}.yaml`
  const missing = loaded.warnings.filter(({ cause }) => cause === 'translation')
  if (missing.length === 0) return end(screen, 0, `${name} lacks no text.`)
  const file = join(folder, `${language}.yaml`)
  const before = existsSync(file) ? readSource(file).text : headingOf(language)
  const paths = missing.map(({ path }) => path)
  writeFileSync(file, addMissing(before, main as Record<string, unknown>, paths))
  return end(
    screen,
    0,
    `${name} has ${missing.length} texts to translate.\nWrite each between its quotes; the comment is its original.`,
  )
}

function headingOf(language: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language)
  return `# yaml-language-server: $schema=${LANGUAGE_SCHEMA_FILE}
#
# What is different in ${name}. An empty text is that of portfolio.yaml.
`
}
