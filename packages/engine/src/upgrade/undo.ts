import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { UserError } from '../user-error.ts'

/** What a command replaced, so that one command restores it. Git ignores the folder. */
export const UPGRADE_FOLDER = '.upgrade'
const UNDO = join(UPGRADE_FOLDER, 'undo')
const STATE = join(UNDO, 'state.json')
/** The record of a replacement while it is put into or taken out of that of a later one. */
const MOVED = join(UPGRADE_FOLDER, 'undo-earlier')
/** In the folder of a migration: the record of the replacement before it. */
const EARLIER = 'earlier'
const TRIAL = /^trial-(\d+)$/
const MODULES = 'node_modules'

const hash = z.string().nullable()
const stateSchema = z.object({
  /** Each file with the hashes of its content before and after; null if there was none. */
  files: z.array(z.object({ path: z.string(), before: hash, after: hash })),
  /** The version of the engine before and after; equal if only the content was migrated. */
  from: z.string(),
  to: z.string(),
  /** The version of the gateway's database before, if there was one. */
  databaseVersion: z.number().optional(),
})

type UndoState = z.output<typeof stateSchema>

/** New contents by path, relative to the owner's folder; undefined deletes the file. */
export type NewFiles = Record<string, string | Buffer | undefined>

/** The folder for a trial of this process, so that two upgrades at once do not mix their files. */
export function trialFolder(folder: string): string {
  return join(folder, UPGRADE_FOLDER, `trial-${process.pid}`)
}

/** Creates it, and deletes those that interrupted upgrades have left. */
export function makeTrialFolder(folder: string): void {
  const all = makeUpgradeFolder(folder)
  for (const name of readdirSync(all)) {
    const [, id] = TRIAL.exec(name) ?? []
    if (id && !isRunning(Number(id))) rmSync(join(all, name), { recursive: true, force: true })
  }
  mkdirSync(trialFolder(folder))
}

/** Whether another process has this id. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function makeUpgradeFolder(folder: string): string {
  const all = join(folder, UPGRADE_FOLDER)
  mkdirSync(all, { recursive: true })
  writeFileSync(join(all, '.gitignore'), '*\n')
  return all
}

type Replaced = Pick<UndoState, 'from' | 'to' | 'databaseVersion'> & {
  files: NewFiles
  /** A folder whose node_modules replaces the owner's. */
  modulesFrom?: string
}

/**
 * Replaces files of the owner's folder and keeps what they were. The record is complete before the first
 * change, so `undo` also works after a crash in between. A migration keeps the record of the upgrade before it.
 * An upgrade keeps no other: each has all packages of its time.
 */
export function replaceWithUndo(folder: string, { files, modulesFrom, ...rest }: Replaced): void {
  const undo = join(folder, UNDO)
  makeUpgradeFolder(folder)
  takeUpEarlier(folder)
  if (modulesFrom) rmSync(undo, { recursive: true, force: true })
  if (existsSync(undo)) renameSync(undo, join(folder, MOVED))
  mkdirSync(undo)
  const state: UndoState = { files: [], ...rest }
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    const before = hashOf(file)
    if (before !== null) cpSync(file, join(undo, 'files', path), { preserveTimestamps: true })
    const after = content === undefined ? null : sha256(content)
    state.files.push({ path, before, after })
  }
  writeFileSync(join(folder, STATE), `${JSON.stringify(state, null, 2)}\n`)
  if (existsSync(join(folder, MOVED))) renameSync(join(folder, MOVED), join(undo, EARLIER))
  for (const [path, content] of Object.entries(files)) writeOwn(join(folder, path), content)
  if (!modulesFrom) return
  if (existsSync(join(folder, MODULES))) renameSync(join(folder, MODULES), join(undo, MODULES))
  renameSync(join(modulesFrom, MODULES), join(folder, MODULES))
}

/** Finishes a move that a crash has interrupted. */
function takeUpEarlier(folder: string): void {
  const moved = join(folder, MOVED)
  if (!existsSync(moved)) return
  rmSync(join(folder, UNDO), { recursive: true, force: true })
  renameSync(moved, join(folder, UNDO))
}

/** The last replacement that can be undone. */
export function readUndo(folder: string): UndoState | undefined {
  takeUpEarlier(folder)
  const file = join(folder, STATE)
  if (!existsSync(file)) return undefined
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new UserError(
      `${STATE} is damaged, so there is no undo. Restore your files by hand from ${join(UNDO, 'files')}, ` +
        `then delete ${UNDO}.`,
    )
  }
}

/** The files that have changed since the replacement, which an undo would lose. */
export function changedSince(folder: string, { files }: UndoState): string[] {
  return files
    .filter(({ path, before, after }) => ![before, after].includes(hashOf(join(folder, path))))
    .map(({ path }) => path)
}

/** Restores every byte of the files and the packages, and removes the record. That of an earlier one is then the last. */
export function restore(folder: string, { files }: UndoState): void {
  const undo = join(folder, UNDO)
  for (const { path, before } of files) {
    const file = join(folder, path)
    if (before === null) rmSync(file, { force: true })
    else writeOwn(file, readFileSync(join(undo, 'files', path)))
  }
  if (existsSync(join(undo, MODULES))) {
    // Renamed first: a crash between the two leaves a complete folder.
    const newer = join(undo, 'newer')
    if (existsSync(join(folder, MODULES))) renameSync(join(folder, MODULES), newer)
    renameSync(join(undo, MODULES), join(folder, MODULES))
  }
  if (existsSync(join(undo, EARLIER))) renameSync(join(undo, EARLIER), join(folder, MOVED))
  rmSync(undo, { recursive: true, force: true })
  takeUpEarlier(folder)
}

/** Where the files of before are, for an owner who restores them by hand. */
export function undoFolder(folder: string): string {
  return join(folder, UNDO, 'files')
}

/** Replaces a file as a whole and keeps its permissions: .env is readable for its owner only. */
function writeOwn(file: string, content: string | Buffer | undefined): void {
  if (content === undefined) {
    rmSync(file, { force: true })
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  const part = `${file}.part`
  writeFileSync(part, content, { mode })
  if (mode !== undefined) chmodSync(part, mode)
  renameSync(part, file)
}

function hashOf(file: string): string | null {
  return existsSync(file) ? sha256(readFileSync(file)) : null
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
