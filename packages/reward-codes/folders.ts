import { join } from 'node:path'

const isSource = import.meta.filename.endsWith('.ts')

/** The folder of this package. In an installed package, this code is compiled, in dist/. */
export const PACKAGE_FOLDER = isSource ? import.meta.dirname : join(import.meta.dirname, '..')

/** The working directory: npm runs commands in the folder of the package.json. */
export const OWNER_FOLDER = process.cwd()
