import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import type { Diagnostic } from '../content/diagnostic.ts'

/** A file with the code of an owner, parsed. */
export type Code = { file: string; text: string } & Pick<
  ReturnType<typeof parseSync>,
  'program' | 'module' | 'errors'
>

export function readCode(file: string): Code {
  const text = readFileSync(file, 'utf8')
  // Getters, which a spread would not copy.
  const { program, module, errors } = parseSync(file, text)
  return { file, text, program, module, errors }
}

/** A mistake at a character offset of a file. */
export function mistake(
  { file, text }: Pick<Code, 'file' | 'text'>,
  at: number,
  what: Pick<Diagnostic, 'field' | 'found' | 'expected' | 'suggestion'>,
): Diagnostic {
  const lines = text.slice(0, at).split('\n')
  const column = (lines.at(-1)?.length ?? 0) + 1
  return { file: relative(process.cwd(), file), line: lines.length, column, ...what }
}

export function syntaxErrors(code: Code, field: string): Diagnostic[] {
  return code.errors.map(({ message, labels }) =>
    mistake(code, labels[0]?.start ?? 0, {
      field,
      found: message.replace(/\.$/, ''),
      expected: 'TypeScript with JSX',
    }),
  )
}

/** Whether the file exports this name as a value; `default` for its default export. */
export function hasExport({ module }: Code, name: string): boolean {
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .some(
      ({ exportName, isType }) =>
        !isType &&
        (exportName.name === name || (exportName.kind === 'Default' && name === 'default')),
    )
}

/** The specifiers from which a file imports values, with their offsets. */
export function importsOf({ module }: Code): { specifier: string; at: number }[] {
  const isValue = ({ entries }: (typeof module.staticImports)[number]) =>
    entries.length === 0 || entries.some(({ isType }) => !isType)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? moduleRequest : [])),
  )
  return [
    ...module.staticImports.filter(isValue).map(({ moduleRequest }) => moduleRequest),
    ...exported,
  ].map(({ value, start }) => ({ specifier: value, at: start }))
}

/** Hooks that do nothing in static markup. */
const BROWSER_HOOKS = [
  'useActionState',
  'useEffect',
  'useInsertionEffect',
  'useLayoutEffect',
  'useOptimistic',
  'useReducer',
  'useState',
  'useSyncExternalStore',
  'useTransition',
]

/** What a static part never does: an event handler, or a hook of the browser. */
export function findBrowserCode({ program }: Code): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  new Visitor({
    JSXAttribute({ name, start }) {
      if (name.type === 'JSXIdentifier' && /^on[A-Z]/.test(name.name))
        found.push({ name: name.name, at: start })
    },
    CallExpression({ callee, start }) {
      const name = calledName(callee)
      if (name && BROWSER_HOOKS.includes(name)) found.push({ name: `${name}()`, at: start })
    },
  }).visit(program)
  return found
}

function calledName(callee: ESTree.CallExpression['callee']): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  return callee.property.type === 'Identifier' ? callee.property.name : undefined
}

/** The value of an exported constant; null if it is no literal, undefined if there is none. */
export function readConstant({ program }: Code, name: string): unknown {
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue
    if (node.declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of node.declaration.declarations) {
      if (id.type !== 'Identifier' || id.name !== name) continue
      const value = init?.type === 'TSAsExpression' ? init.expression : init
      return value?.type === 'Literal' ? value.value : null
    }
  }
  return undefined
}
