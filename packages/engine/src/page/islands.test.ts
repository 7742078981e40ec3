import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PAGE_CODE } from 'test-fixtures/folders.ts'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

// React drops event handlers, refs and effects of static markup without a warning.

type Node = { type: string; [key: string]: unknown }

const ISLANDS = join(PAGE_CODE, 'islands.ts')
const HANDLERS = /^(on[A-Z]|ref$)/
const HOOKS = /^use(?!Id$)[A-Z]/

test('static components have no event handlers, refs and hooks', () => {
  const found = [...staticComponents()].flatMap((file) => interactiveCode(file))
  expect(found).toEqual([])
})

test.each([
  ['onClick', 'const Static = () => <p><IconButton onClick={() => {}} /></p>'],
  ['ref', 'const Static = () => <p ref={(element) => element.focus()} />'],
  ['useEffect', 'function Static() { useEffect(() => {}); return <p /> }'],
])('finds %s', (name, code) => {
  expect(namesIn(code)).toEqual([name])
})

test('the islands are not among the static components', () => {
  const names = [...staticComponents()].map((file) => file.slice(PAGE_CODE.length + 1))
  expect(names).toContain('sections/Services.tsx')
  expect(names).not.toContain('components/Navigation.tsx')
})

/** The components that the server renders, without those that only an island imports. */
function staticComponents(file = join(PAGE_CODE, 'App.tsx'), seen = new Set<string>()) {
  seen.add(file)
  for (const path of importsOf(file)) {
    if (path.endsWith('.tsx') && path !== ISLANDS && !seen.has(path)) staticComponents(path, seen)
  }
  return seen
}

/** The modules of the page whose code a file imports; types do not count. */
function importsOf(file: string): string[] {
  return nodesOf(parse(readFileSync(file, 'utf8')))
    .filter(({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type')
    .map(({ source }) => String((source as Node).value))
    .filter((path) => path.startsWith('.'))
    .map((path) => join(dirname(file), path))
}

function interactiveCode(file: string): string[] {
  const names = namesIn(readFileSync(file, 'utf8'))
  return names.map((name) => `${file.slice(PAGE_CODE.length + 1)}: ${name}`)
}

function namesIn(code: string): string[] {
  return nodesOf(parse(code)).flatMap((node) => {
    if (node.type === 'JSXAttribute') {
      const { name } = node.name as { name: unknown }
      return typeof name === 'string' && HANDLERS.test(name) ? [name] : []
    }
    if (node.type !== 'CallExpression') return []
    const { name } = node.callee as { name?: string }
    return name && HOOKS.test(name) ? [name] : []
  })
}

function parse(code: string): Node {
  return parseAst(code, { lang: 'tsx' }) as unknown as Node
}

function nodesOf(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(nodesOf)
  if (typeof node !== 'object' || node === null) return []
  const children = Object.values(node).flatMap(nodesOf)
  return 'type' in node && typeof node.type === 'string' ? [node as Node, ...children] : children
}
