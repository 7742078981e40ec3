import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { NodeCompiler, NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { requireOwn } from '../folders.ts'
import { UserError } from '../user-error.ts'
import type { Font } from './fonts.ts'

type Typst = typeof import('@myriaddreamin/typst-ts-node-compiler')

export const NO_TYPST = `No binary of Typst for ${process.platform}-${process.arch} is installed, so the site has no social card and no resume PDF but your own (resume.file).`

/** Undefined where the package has no binary for the platform. */
function loadTypst(): Typst | undefined {
  try {
    return requireOwn('@myriaddreamin/typst-ts-node-compiler')
  } catch {
    return undefined
  }
}

export function hasTypst(): boolean {
  return loadTypst() !== undefined
}

type Source = {
  /** The text of the main file. */
  main: string
  /** The folder whose files the main file may read. */
  folder: string
  /** The JSON that the main file reads from `sys.inputs.data`. */
  data: object
  fonts: Font[]
}

/** A document of Typst. Characters that none of its fonts has are left out of its data. */
export class Typesetter {
  readonly omitted: string[] = []
  readonly #compiler: NodeCompiler
  readonly #main: string
  #data: string

  constructor({ main, folder, data, fonts }: Source) {
    const typst = loadTypst()
    if (!typst) throw new UserError(NO_TYPST)
    const fontBlobs = fonts.flatMap(({ files }) => files.map((file) => readFileSync(file)))
    this.#compiler = typst.NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] })
    this.#main = main
    this.#data = JSON.stringify(data)
  }

  /** Makes a file that the main file reads as `path`. */
  addFile(path: string, body: Buffer) {
    this.#compiler.mapShadow(path, body)
  }

  countPages(inputs: Record<string, string>): number {
    return this.#compile(inputs).numOfPages
  }

  pdf(inputs: Record<string, string> = {}): Buffer {
    for (;;) {
      const document = this.#compile(inputs)
      try {
        // Unlike all other exports, it fails if a font lacks a character.
        return this.#compiler.pdf(document, { pdfStandard: 'ua-1' })
      } catch (error) {
        this.#omit(messagesOf(error))
      }
    }
  }

  svg(): string {
    this.pdf()
    return this.#compiler.plainSvg(this.#compile({}))
  }

  #compile(inputs: Record<string, string>): NodeTypstDocument {
    const result = this.#compiler.compile({
      mainFileContent: this.#main,
      inputs: { data: this.#data, ...inputs },
    })
    const fault = result.result ? result.takeWarnings() : result.takeError()
    const diagnostics: Diagnostic[] = fault ? this.#compiler.fetchDiagnostics(fault) : []
    const errors = diagnostics.filter(
      ({ message, severity }) => severity === ERROR || message.startsWith('unknown font family'),
    )
    if (result.result && errors.length === 0) return result.result
    throw new UserError(errors.map(describe).join('\n'))
  }

  #omit(messages: string[]) {
    const missing = messages
      .map((message) => decode(MISSING.exec(message)?.[1] ?? ''))
      .filter((characters) => characters && this.#data.includes(characters))
    if (missing.length === 0) throw new UserError(messages.join('\n'))
    for (const characters of missing) this.#data = this.#data.replaceAll(characters, '')
    // What joined the parts of an emoji, and the space before it.
    this.#data = this.#data.replace(/(?<![\p{L}\p{M}])[\u200d\ufe0f]/gu, '').replace(/ {2,}/g, ' ')
    this.omitted.push(...missing)
  }
}

const ERROR = 1

type Diagnostic = {
  message: string
  severity: number
  path: string
  range: { start: { line: number; character: number } } | null
}

function describe({ message, path, range }: Diagnostic): string {
  const { line, character } = range?.start ?? { line: 0, character: 0 }
  return `${relative(process.cwd(), path)}:${line + 1}:${character + 1}  ${message}`
}

// An export throws its errors as the text of a list in Rust's notation.
const MESSAGE = /message: "((?:[^"\\]|\\.)*)"/g
const MISSING = /the text `"(.+)"` could not be displayed/

function messagesOf(error: unknown): string[] {
  const messages = Array.from(String(error).matchAll(MESSAGE), ([, text = '']) => decode(text))
  return messages.length > 0 ? messages : [String(error)]
}

function decode(text: string): string {
  return text
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/\\(["\\'])/g, '$1')
}
