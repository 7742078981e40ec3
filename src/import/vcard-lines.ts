/** One property of a card: its name without a group, its parameters, its value as written. */
export type Property = { name: string; parameters: Map<string, string[]>; value: string }

const LINE = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s

/** The cards of a text, each as its properties; folded lines are whole again. */
export function readCards(text: string): Property[][] {
  const cards: Property[][] = []
  let current: Property[] | undefined
  for (const line of unfold(text)) {
    const property = readProperty(line)
    if (!property) continue
    const word = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN' && word === 'VCARD') current = []
    else if (property.name === 'END' && word === 'VCARD') {
      if (current) cards.push(current)
      current = undefined
    } else current?.push(property)
  }
  return cards
}

/** Lines that go on begin with a space; in the quoted form of version 2.1 they end with "=". */
function unfold(text: string): string[] {
  const lines: string[] = []
  let isQuoted = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1
    if (isQuoted && lines[last]?.endsWith('=')) lines[last] = `${lines[last]}\n${line}`
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1)
    else {
      lines.push(line)
      isQuoted = /^[^:]*;(ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line)
    }
  }
  return lines
}

function readProperty(line: string): Property | undefined {
  const [, name = '', rawParameters = '', value = ''] = LINE.exec(line) ?? []
  if (!name) return undefined
  const parameters = new Map<string, string[]>()
  for (const part of rawParameters.match(/;(?:[^";]|"[^"]*")*/g) ?? []) {
    const [key = '', values = key] = part.slice(1).split(/=(.*)/s)
    // Version 2.1 writes kinds without their name: TEL;WORK;PREF.
    const kind = part.includes('=') ? key.toUpperCase() : 'TYPE'
    const words = values.split(',').map((word) => word.replaceAll('"', '').toLowerCase())
    const known = parameters.get(kind)
    if (known) known.push(...words)
    else parameters.set(kind, words)
  }
  const isQuoted = [...parameters.values()].flat().includes('quoted-printable')
  return { name: name.toUpperCase(), parameters, value: isQuoted ? unquote(value) : value }
}

/** Quoted-printable as UTF-8, which is what cards of this kind are in. */
function unquote(value: string): string {
  const bytes = Buffer.from(value.replace(/=\n/g, ''), 'utf8').toString('latin1')
  const decoded = bytes.replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return Buffer.from(decoded, 'latin1').toString('utf8')
}

/** The parts of a value between a separator, without the backslashes that protect others. */
export function partsOf(value: string, separator = ';'): string[] {
  const parts = ['']
  for (const [letter] of value.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (letter === separator) parts.push('')
    else parts[parts.length - 1] += bare(letter)
  }
  return parts.map((part) => part.trim())
}

function bare(letter: string): string {
  if (letter.length === 1 || !letter.startsWith('\\')) return letter
  return /\\n/i.test(letter) ? '\n' : letter.slice(1)
}
