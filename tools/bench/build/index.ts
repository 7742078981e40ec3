import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMAND } from 'test-fixtures/folders.ts'
import { startServer, timeCommand } from '../command.ts'
import {
  type Effort,
  formatFigure,
  formatRatio,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from '../figures.ts'
import { BASELINES } from './baselines.ts'
import { measureDevServer } from './dev-server.ts'
import { changeGreeting, clearCaches, createProject, writePhotos } from './projects.ts'

/** The numbers of projects, each with a photo of 3.6 megapixels. */
const SIZES: Record<Effort, number[]> = { full: [6, 60], quick: [6] }
/** A run without a cache takes over a minute with more projects, which is encoding for the most part. */
const MAX_FOR_ALL_RUNS = 6
const RUNS_OF_MANY = 3

type Project = { folder: string; photos: string[] }
type Rows = Record<string, Record<string, string>>

/** Measures what an owner waits for: builds, starts, and edits in the development server. */
export async function measureBuild(effort: Effort): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  try {
    const photos = await writePhotos(folder, Math.max(...SIZES[effort]))
    const tables: [building: Rows, starting: Rows, editing: Rows] = [{}, {}, {}]
    const [building, starting, editing] = tables
    for (const count of SIZES[effort]) {
      const project = { folder: join(folder, `${count}`), photos: photos.slice(0, count) }
      createProject(project.folder, project.photos)
      const row = `${count} projects`
      building[row] = await measureBuilding(effort, project)
      starting[row] = await measureStarting(effort, project)
      editing[row] = await measureDevServer(effort, project.folder)
    }
    return tables.map(markdownTable).join('\n\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureBuilding(effort: Effort, { folder, photos }: Project) {
  const time = async (args: string[]): Promise<Sample> => ({
    s: await timeCommand({ args, cwd: folder }),
  })
  const build = () => time([COMMAND, 'build'])
  const runs = photos.length > MAX_FOR_ALL_RUNS ? RUNS_OF_MANY : RUNS[effort]
  const slow = await interleave(Math.min(runs, RUNS[effort]), {
    cold: () => {
      clearCaches(folder)
      return build()
    },
    encoders: () => time([BASELINES, 'encode', ...photos]),
  })
  const fast = await interleave(RUNS[effort], {
    warm: build,
    changed: () => {
      changeGreeting(folder)
      return build()
    },
    bundler: () => time([BASELINES, 'bundle', folder]),
  })
  const { cold, encoders, warm, changed, bundler } = secondsOf({ ...slow, ...fast })
  const both = encoders && bundler && { ...encoders, median: encoders.median + bundler.median }
  return {
    'cold s': formatFigure(cold),
    'warm s': formatFigure(warm),
    'one word changed s': formatFigure(changed),
    'bundler alone s': formatFigure(bundler),
    'encoders alone s': formatFigure(encoders),
    'cold / both alone': formatRatio(cold, both),
    'one word / bundler alone': formatRatio(changed, bundler),
  }
}

/** `npm start` on a built site, until it prints its URL. */
async function measureStarting(effort: Effort, { folder }: Project) {
  const time = async (args: string[]): Promise<Sample> => {
    const server = await startServer({
      args,
      cwd: folder,
      environment: { DATA_DIR: join(folder, 'data') },
    })
    await server.stop()
    return { s: server.seconds }
  }
  const measured = await interleave(RUNS[effort], {
    start: () => time([COMMAND, 'start']),
    minimal: () => time([BASELINES, 'serve']),
  })
  const { start, minimal } = secondsOf(measured)
  return {
    'npm start again s': formatFigure(start),
    'minimal server s': formatFigure(minimal),
    ratio: formatRatio(start, minimal),
  }
}

function secondsOf(measured: Awaited<ReturnType<typeof interleave>>) {
  return Object.fromEntries(Object.entries(measured).map(([name, { s }]) => [name, s]))
}
