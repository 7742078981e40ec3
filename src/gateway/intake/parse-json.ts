const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|[{}[\]]/g

/** What a JSON text says; nothing where there is none, or it says one thing twice. */
export function parseJson(body: Buffer | undefined): unknown {
  if (!body) return undefined
  const text = body.toString()
  try {
    const value: unknown = JSON.parse(text)
    return hasRepeatedName(text) ? undefined : value
  } catch {
    return undefined
  }
}

/** Of two values under one name some programs take the first, and some the last, as JavaScript. */
function hasRepeatedName(json: string): boolean {
  const around: Set<string>[] = []
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') around.push(new Set())
    else if (token === '}' || token === ']') around.pop()
    else if (text && colon) {
      const name: string = JSON.parse(text)
      const names = around.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}
