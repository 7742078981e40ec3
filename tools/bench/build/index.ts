import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureEditing, tellEditing } from './editing.ts'
import {
  type Figure,
  interleave,
  RUNS,
  type Sample,
  tableOf,
  write,
  writeFigure,
} from './figures.ts'
import { writePhotos } from './photos.ts'
import { commandOf, secondsOf, serve } from './program.ts'
import { changeOneWord, copyProject, fillPictureCache, forgetAll } from './project-copy.ts'

// What the owner waits for, with so many projects that have a photo of 3.6 megapixels each.

const SIZES = [6, 60, 600]
/** A photo takes some two seconds of a processor. With more of them a run takes minutes. */
const FEW = 6
const RUNS_OF_MANY = 3
/** Beyond, nothing new would be learned in half an hour: they count as encoded before. */
const MOST_ENCODED = 60
const NOT_MEASURED = '–'
const ALONE = join(import.meta.dirname, 'alone')

type Figures = Record<string, Figure>
type Size = { count: number; folder: string; photos: string[] }

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
  const { count, folder } = size
  const build = async () => ({ s: await secondsOf(commandOf(folder, 'build')) })
  const slow = count > MOST_ENCODED ? {} : await measureFromNothing(size, build)
  if (count > MOST_ENCODED) await fillPictureCache(folder, size.photos)
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

function measureFromNothing({ count, folder, photos }: Size, build: () => Promise<Sample>) {
  return interleave(
    {
      nothing: () => {
        forgetAll(folder)
        return build()
      },
      encoding: async () => ({ s: await secondsOf([join(ALONE, 'encode.ts'), ...photos]) }),
    },
    count > FEW ? RUNS_OF_MANY : RUNS,
  )
}

function tellBuilding(measured: Record<string, Figures>): Record<string, string> {
  const { nothing, warm, word, encoding, bundling } = secondsIn(measured)
  if (!warm || !word || !bundling) throw new Error('Nothing was measured.')
  const alone = bundling.median + (encoding?.median ?? Number.NaN)
  return {
    'cold s': nothing ? writeFigure(nothing) : NOT_MEASURED,
    'warm s': writeFigure(warm),
    'one word changed s': writeFigure(word),
    'bundler alone s': writeFigure(bundling),
    'encoders alone s': encoding ? writeFigure(encoding) : NOT_MEASURED,
    'cold / both alone': nothing ? write(nothing.median / alone) : NOT_MEASURED,
    'one word / bundler alone': write(word.median / bundling.median),
  }
}

/** `npm start` where the site is built already, to the address that it tells. */
async function measureStarting({ folder }: Size): Promise<Record<string, string>> {
  const environment = { DATA_DIR: join(folder, 'data') }
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
    'minimal server s': writeFigure(bare),
    ratio: write(second.median / bare.median),
  }
}

function secondsIn(measured: Record<string, Figures>): Record<string, Figure | undefined> {
  return Object.fromEntries(Object.entries(measured).map(([name, { s }]) => [name, s]))
}
