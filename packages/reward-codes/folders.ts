import { realpathSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of this package, found by its name: this code is also compiled in dist/, and in what Vite bundles. */
export const PACKAGE_FOLDER = realpathSync(
  dirname(findPackageJSON('reward-codes', import.meta.url) ?? ''),
)

/**
 * Finds what this package depends on, wherever the package manager has put it. An `import` in what Vite has bundled
 * looks in the folder of the site, where pnpm puts only what the site itself depends on.
 */
export const requireOwn = createRequire(join(PACKAGE_FOLDER, 'package.json'))

/** The working directory: npm runs commands in the folder of the package.json. */
export const OWNER_FOLDER = process.cwd()
