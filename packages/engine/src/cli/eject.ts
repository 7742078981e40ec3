import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { wrap } from 'reward-codes-gateway/terminal/width'
import { OWNER_FOLDER } from '../folders.ts'
import { OWN_PARTS, recordOrigins, writePart } from '../parts/copies.ts'
import { writeEditorSettings } from '../parts/editor-settings.ts'
import { readOriginals } from '../parts/originals.ts'
import { ENGINE_VERSION } from '../version.ts'
import { end, runWithFiles } from './portfolio-file.ts'

/** Copies the original of a part into the owner's folder and returns the exit code. */
export function runEject(args: string[], screen: Screen): Promise<number> {
  const program: CommandLine = CommandLine.forScreen('npx reward-codes eject', screen)
  program
    .description(
      'Copy a part of the page into parts/, where you can change it. The page stays the same until you do. ' +
        'An upgrade leaves the copy as it is, and says when its original has changed.',
    )
    .argument('[NAME]', 'The name of the part, such as About.')
    .addNotes(
      [['About', 'writes parts/About.tsx and parts/About.module.css']],
      'Without NAME, it lists the parts. It replaces no file.',
      'Exit codes: 0 success, 1 nothing written, 2 usage error.',
    )
    .action(async (name?: string) => {
      program.exitCode = await eject(name, screen)
    })
  return runWithFiles(program, args, screen)
}

async function eject(name: string | undefined, screen: Screen): Promise<number> {
  const originals = await readOriginals()
  const files = name && Object.hasOwn(originals, name) ? originals[name] : undefined
  if (!name || !files) return end(screen, 2, unknownPart(name, Object.keys(originals), screen))
  const paths = Object.keys(files).map((file) => `${OWN_PARTS}/${file}`)
  const present = paths.filter((path) => existsSync(join(OWNER_FOLDER, path)))
  if (present.length > 0) {
    const verb = present.length > 1 ? 'exist' : 'exists'
    return end(screen, 1, `${present.join(' and ')} already ${verb}. Nothing was written.`)
  }
  const copies = Object.entries(files).map(([file, original]) => {
    return { path: `${OWN_PARTS}/${file}`, part: name, original }
  })
  // First: with a damaged record, no part is written.
  recordOrigins(OWNER_FOLDER, copies)
  for (const { path, original } of copies) writePart(OWNER_FOLDER, path, original)
  const list = new Intl.ListFormat('en').format(paths)
  const done = `Wrote ${list}, the original of version ${ENGINE_VERSION}.`
  const lines = [done, writeEditorSettings(OWNER_FOLDER) ?? []].flat()
  return end(screen, 0, lines.join('\n'))
}

/** Says that no part has this name, and lists those that there are. */
export function unknownPart(
  name: string | undefined,
  names: string[],
  { columns }: Screen,
): string {
  const similar = name && nearest(name, names)
  const fault = !name
    ? 'Which part?'
    : `There is no part ${sanitizeLine(name)}.${similar ? ` Did you mean ${similar}?` : ''}`
  return [fault, ...wrap(`Parts: ${names.join(', ')}`, columns)].join('\n')
}
