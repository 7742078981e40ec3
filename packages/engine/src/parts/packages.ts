import { findPackageJSON, isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import { ResolverFactory } from 'rolldown/experimental'

/** Packages of which a page has one copy, the engine's, although parts import them as well. */
export const SHARED_PACKAGES = ['react', 'react-dom', 'zod']

/** The name of the package that an import specifier names. Undefined for a path, a URL and a module of Node. */
export function packageOf(specifier: string): string | undefined {
  if (isBuiltin(specifier)) return undefined
  const [name] = /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?=\/|$)/i.exec(specifier) ?? []
  return name
}

/** Whether a file finds a package in a `node_modules` folder. */
export function isInstalled(name: string, importer: string): boolean {
  try {
    return findPackageJSON(name, importer) !== undefined
  } catch {
    return false
  }
}

/** Any of these conditions may select the file: static parts run in Node, islands in the browser. */
const resolver = new ResolverFactory({
  conditionNames: ['import', 'require', 'module', 'browser', 'node', 'style', 'default'],
  mainFields: ['browser', 'module', 'main'],
  extensions: ['.js', '.mjs', '.cjs', '.json', '.css'],
})

/** The file of a package that a specifier names; undefined if the package does not have it. */
function findFile(specifier: string, importer: string): string | undefined {
  return resolver.sync(dirname(importer), specifier).path
}

/**
 * Whether Node loads what an owner's part imports, instead of the bundler: then CommonJS that requires React
 * gets the same one as the page.
 */
export function isForNode(specifier: string, importer: string): boolean {
  const name = packageOf(specifier)
  if (!name || SHARED_PACKAGES.includes(name)) return false
  return /\.[cm]?js$/.test(findFile(specifier, importer) ?? '')
}
