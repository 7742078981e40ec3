import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Database } from './database.ts'

/** Stands in a compiled statement for a value that is not known yet. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const PLACES = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/**
 * A statement that is built and compiled once for each database, with places for its values. Kysely
 * takes more than half as long to write what every message needs as SQLite to do it.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    const known = compiled.get(adapter) ?? build(db, PLACES as Values).compile()
    compiled.set(adapter, known)
    const parameters = known.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof Values] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...known, parameters })
    return rows
  }
}
