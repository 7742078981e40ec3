import { parseDocument } from 'yaml'

/** A resume has six levels; what reads it calls itself once for each. */
const DEEPEST = 50

/** The value of a JSON or YAML text, or why there is none. */
export function readData(text: string): unknown {
  const value = parseEither(text)
  return isDeeperThan(value, DEEPEST)
    ? new Error(`it is nested more than ${DEEPEST} levels deep, which no resume is.`)
    : value
}

function parseEither(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parseYaml(text)
  }
}

function parseYaml(text: string): unknown {
  try {
    const document = parseDocument(text)
    return document.errors[0] ?? document.toJS()
  } catch (error) {
    // Deep enough, the parser itself runs out of room.
    return error instanceof Error ? error : new Error(String(error))
  }
}

function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isDeeperThan(inner, most - 1))
}
