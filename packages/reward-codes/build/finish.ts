import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroConfig, AstroIntegration } from 'astro'
import { FORM_NEEDS_GATEWAY, hasOwnGateway, siteManifest } from 'reward-codes-gateway/own-site'
import { languagesIn } from '../content/languages.ts'
import { readOwnSite } from '../gateway/own-site.ts'
import { headersFile } from '../security/headers-file.ts'
import { withOwnPolicy } from '../security/policy.ts'
import { UserError } from '../user-error.ts'
import { withLateScripts } from './late-scripts.ts'

/**
 * Where a build writes, beside the folder that it replaces. Owners keep copies under names such as dist.old. Puts back a
 * site that a crash has left aside.
 */
export function prepareStaging(outDir: URL): URL {
  const out = realOf(outDir)
  const old = asideOf(out)
  // After a crash, the folder aside is the only good copy.
  if (existsSync(old) && !existsSync(out)) renameSync(old, out)
  const staging = pathToFileURL(`${join(dirname(out), `.${basename(out)}.new`)}/`)
  // A build that fails ends the process. After one that succeeds, there is no such folder.
  process.once('exit', () => rmSync(staging, { recursive: true, force: true }))
  return staging
}

/** A symbolic link stays, and the folder that it leads to is replaced. */
function realOf(outDir: URL): string {
  const named = fileURLToPath(outDir).replace(/\/$/, '')
  return existsSync(named) ? realpathSync(named) : named
}

/**
 * Completes a build after all other integrations: adds the headers and what the gateway reads, compresses texts, and
 * replaces the site as a whole. A build that fails leaves the site as it was.
 */
export function finishBuild(
  { outDir, security: { csp } }: Pick<AstroConfig, 'outDir' | 'security'>,
  content: string,
): AstroIntegration {
  const startedAt = new Date()
  let assets = { folder: '', path: '' }
  return {
    name: 'reward-codes:finish',
    hooks: {
      'astro:config:done': ({ config: { base, build, outDir } }) => {
        const path = base.endsWith('/') ? base : `${base}/`
        assets = {
          folder: join(fileURLToPath(outDir), build.assets),
          path: `${path}${build.assets}/`,
        }
      },
      'astro:build:done': async ({ dir, logger }) => {
        const staging = fileURLToPath(dir)
        const read = await readOwnSite(content, isGatewayHere)
        if (!read.ok) throw new UserError('The content has changed during the build. Build again.')
        const { site } = read
        const manifest = siteManifest(site)
        const file = join(staging, manifest.path)
        writeFileSync(file, manifest.body)
        // Content that changes during the build makes the site outdated (cli/start.ts).
        utimesSync(file, startedAt, startedAt)
        const homes = ['', ...languagesIn(content)].map((home) => join(staging, home, 'index.html'))
        for (const page of filesIn(staging).filter((file) => file.endsWith('.html'))) {
          const built = readFileSync(page, 'utf8')
          const html = homes.includes(page) ? withLateScripts(built, assets) : built
          writeFileSync(page, withOwnPolicy(html, csp))
        }
        const files = filesIn(staging)
        writeFileSync(join(staging, '_headers'), headersFile(staging))
        await Promise.all(files.filter((file) => COMPRESSED.test(file)).map(compress))
        replaceFolder(staging, realOf(outDir))
        logger.info(`The site is in ${fileURLToPath(outDir)}`)
        if (hasOwnGateway(site) && !isGatewayHere) logger.info(FORM_NEEDS_GATEWAY)
      },
    },
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Whether the build is for a gateway on this machine, as `reward-codes start` says. */
const isGatewayHere = process.env.REWARD_CODES_GATEWAY === 'here'

const COMPRESSED = /\/[^./][^/]*\.(html|js|css|svg|json|txt|vcf|xml)$/
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes the Brotli and gzip variants of a file, which the gateway serves. */
async function compress(file: string) {
  const body = await readFile(file)
  await Promise.all([
    promisify(brotliCompress)(body, BROTLI).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(body, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}

/** The folder of the earlier site while the new one takes its place. */
function asideOf(out: string): string {
  return join(dirname(out), `.${basename(out)}.old`)
}

function replaceFolder(staging: string, out: string) {
  const old = asideOf(out)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(out)) renameSync(out, old)
  renameSync(staging, out)
  rmSync(old, { recursive: true, force: true })
}
