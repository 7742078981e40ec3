import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'
import { ROOT } from './content-folder.ts'

const lockfile = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
console.log(JSON.stringify(billOfMaterials(JSON.parse(lockfile).packages), null, 2))
