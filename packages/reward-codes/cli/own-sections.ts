import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Finding, warning } from 'reward-codes-gateway/cli/doctor/finding'
import type { OwnSections } from '../content/schema/sections.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { type OwnSection, requireSchemas } from '../overrides.ts'
import { UserError } from '../user-error.ts'

const CONFIGURATIONS = ['mjs', 'js', 'ts', 'mts'].map((ending) => `astro.config.${ending}`)

type Named = { name?: string; sections?: OwnSection[] }
type ReadSections = { sections: OwnSections; findings: Finding[] }

/**
 * The schemas of the owner's sections, which the configuration of Astro names. Where Node cannot read it, such as
 * on a machine without Astro, the fields of these sections are not checked.
 */
export async function readOwnSections(): Promise<ReadSections> {
  const name = CONFIGURATIONS.find((file) => existsSync(join(OWNER_FOLDER, file)))
  if (!name) return { sections: {}, findings: [] }
  try {
    const { default: config } = await import(pathToFileURL(join(OWNER_FOLDER, name)).href)
    const integrations = [(await config).integrations ?? []].flat(9) as (Named | undefined)[]
    const ours = integrations.find((one) => one?.name === 'reward-codes')
    return { sections: requireSchemas(ours?.sections ?? [], OWNER_FOLDER), findings: [] }
  } catch (error) {
    if (error instanceof UserError) throw error
    const [reason = ''] = String(error).split('\n')
    const found = `the fields of your sections are not checked, because ${name} cannot be read: ${reason}`
    return {
      sections: 'unknown',
      findings: [warning('own sections', found, 'Run it where Astro is installed.')],
    }
  }
}
