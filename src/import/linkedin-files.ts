import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { LINKEDIN_TABLES } from './linkedin.ts'

/** A table of a long working life is a few hundred kilobytes. */
const LARGEST_TABLE = 5_000_000

/** The known tables of a folder; nothing else in it is opened. */
export function tablesOfFolder(folder: string): Map<string, Uint8Array> {
  return new Map(
    readdirSync(folder).flatMap((file): [string, Uint8Array][] => {
      const table = tableOf(file)
      const { size } = table ? lstatSync(join(folder, file)) : { size: 0 }
      const isSafe = table && lstatSync(join(folder, file)).isFile() && size <= LARGEST_TABLE
      return isSafe ? [[table, readFileSync(join(folder, file))]] : []
    }),
  )
}

/**
 * The known tables of a zip. Nothing is written to the disk, so that names with paths lead nowhere,
 * and what a bomb would unfold is neither unpacked nor believed: the library fills at most the size
 * that the directory of the zip announces, which is looked at first. Each table counts once.
 */
export function tablesOfZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const seen = new Set<string>()
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const table = tableOf(name)
      if (!table || seen.has(table) || originalSize > LARGEST_TABLE) return false
      seen.add(table)
      return true
    },
  })
  return new Map(Object.entries(files).map(([name, content]) => [tableOf(name) ?? name, content]))
}

/** The name of the table that a file holds, if it is one we know; its folder does not matter. */
export function tableOf(file: string): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  const name = basename(file.replaceAll('\\', '/'))
  if (!name.toLowerCase().endsWith('.csv')) return undefined
  const stem = plain(name.slice(0, -'.csv'.length))
  return Object.keys(LINKEDIN_TABLES).find((table) => plain(table) === stem)
}
