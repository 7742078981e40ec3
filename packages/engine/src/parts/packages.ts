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

/** Whether a package has the file that a specifier names. */
export function isExported(specifier: string, importer: string): boolean {
  return resolver.sync(dirname(importer), specifier).path !== undefined
}
