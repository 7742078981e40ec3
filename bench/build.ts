import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureEditing, tellEditing } from './editing.ts'
import { type Figure, interleave, RUNS, tableOf, write, writeFigure } from './figures.ts'
import { writePhotos } from './photos.ts'
import { commandOf, secondsOf, serve } from './program.ts'
import { changeOneWord, copyProject, forgetAll } from './project-copy.ts'

// What the owner waits for, with so many projects that have a photo of 3.6 megapixels each.

const SIZES = [6, 60, 600]
/** Encoding takes some two seconds a photo and processor, so that it is measured less often. */
const RUNS_WITH_PHOTOS: Record<number, number> = { 6: RUNS, 60: 3, 600: 1 }
const ALONE = join(import.meta.dirname, 'alone')

type Figures = Record<string, Figure>
type Size = { count: number; folder: string; photos: string[] }

/** The sizes can be told, because the largest takes an hour. */
export async function measureBuild(sizes = SIZES): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  try {
    const all = await writePhotos(folder, Math.max(...sizes))
    const building: Record<string, Record<string, string>> = {}
    const starting: Record<string, Record<string, string>> = {}
    const editing: Record<string, Record<string, string>> = {}
    for (const count of sizes) {
      const size = { count, folder: join(folder, `of-${count}`), photos: all.slice(0, count) }
      mkdirSync(size.folder)
      copyProject(size.folder, size.photos)
      const row = `${count} projects`
      building[row] = await measureBuilding(size)
      starting[row] = await measureStarting(size)
      editing[row] = tellEditing(await measureEditing(size.folder))
      rmSync(size.folder, { recursive: true })
    }
    return [tableOf(building), tableOf(starting), tableOf(editing)].join('\n\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureBuilding(size: Size): Promise<Record<string, string>> {
  const { count, folder, photos } = size
  const build = async () => ({ s: await secondsOf(commandOf(folder, 'build')) })
  const slow = await interleave(
    {
      nothing: () => {
        forgetAll(folder)
        return build()
      },
      encoding: async () => ({ s: await secondsOf([join(ALONE, 'encode.ts'), ...photos]) }),
    },
    RUNS_WITH_PHOTOS[count] ?? RUNS,
  )
  const quick = await interleave({
    warm: build,
    word: () => {
      changeOneWord(folder)
      return build()
    },
    bundling: async () => ({ s: await secondsOf([join(ALONE, 'bundle.ts'), folder]) }),
  })
  return tellBuilding({ ...slow, ...quick })
}

function tellBuilding(measured: Record<string, Figures>): Record<string, string> {
  const { nothing, warm, word, encoding, bundling } = secondsIn(measured)
  if (!nothing || !warm || !word || !encoding || !bundling) throw new Error('Nothing was measured.')
  return {
    'from nothing s': writeFigure(nothing),
    'warm s': writeFigure(warm),
    'one word changed s': writeFigure(word),
    'bundler alone s': writeFigure(bundling),
    'encoders alone s': writeFigure(encoding),
    'from nothing / both alone': write(nothing.median / (bundling.median + encoding.median)),
    'one word / bundler alone': write(word.median / bundling.median),
  }
}

/** `npm start` where the site is built already, to the address that it tells. */
async function measureStarting({ folder }: Size): Promise<Record<string, string>> {
  const environment = { DATA_FOLDER: join(folder, 'data') }
  const timed = async (args: string[]) => {
    const program = await serve({ args, environment })
    await program.stop()
    return { s: program.ms / 1000 }
  }
  const { second, bare } = secondsIn(
    await interleave({
      second: () => timed(commandOf(folder, 'start')),
      bare: () => timed([join(ALONE, 'serve.ts')]),
    }),
  )
  if (!second || !bare) throw new Error('Nothing was measured.')
  return {
    'npm start again s': writeFigure(second),
    'the least server s': writeFigure(bare),
    ratio: write(second.median / bare.median),
  }
}

function secondsIn(measured: Record<string, Figures>): Record<string, Figure | undefined> {
  return Object.fromEntries(Object.entries(measured).map(([name, { s }]) => [name, s]))
}
