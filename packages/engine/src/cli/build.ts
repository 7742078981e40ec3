import { join, relative } from 'node:path'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { FORM_NEEDS_GATEWAY, hasOwnGateway, type OwnSite } from 'reward-codes-gateway/own-site'
import { CommandLine } from 'reward-codes-gateway/terminal/command-line'
import { type Screen, terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { wrap } from 'reward-codes-gateway/terminal/width'
import type { Advice } from '../content/lint.ts'
import { typeset } from '../content/typography.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { adviceText, countOf, formatAdvice, sampleDataInPublicSite } from './advice.ts'
import { contentFolder, contentOrExit, gatewaySettings, ownSite } from './own-site.ts'
import { runWithFiles } from './portfolio-file.ts'

export const ALLOW_SAMPLE = [
  '--allow-sample',
  'Build a public site that still has sample content.',
] as const

/** Builds the site and returns the exit code. */
export function runBuild(args: string[], screen: Screen): Promise<number> {
  const program = CommandLine.forScreen('npm run build --', screen)
  program
    .description('Build the site into dist/')
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--out <FOLDER>', 'Write to another folder.')
    .option(...ALLOW_SAMPLE)
    .action(async ({ content, out, allowSample }) => {
      const { site } = await makeSite({
        content: contentFolder(content),
        out: out === undefined ? join(OWNER_FOLDER, 'dist') : fromCaller(out),
        isSampleAllowed: allowSample ?? false,
      })
      if (hasOwnGateway(site)) console.log(FORM_NEEDS_GATEWAY)
    })
  return runWithFiles(program, args, screen)
}

type SiteOptions = {
  content: string
  out: string
  /** Whether a public site may contain sample content. */
  isSampleAllowed: boolean
  /** Where to build a public site with sample content that only its owner can open. */
  preview?: string | undefined
  /** Whether this process is also the gateway, whose settings are then known. */
  isRunning?: boolean
}

/** Checks the content, builds the site and prints each step. */
export async function makeSite({
  content,
  out,
  isSampleAllowed,
  preview,
  isRunning = false,
}: SiteOptions): Promise<{ site: OwnSite; folder: string }> {
  const startedAt = performance.now()
  // React chooses its production build by this variable when it is imported.
  process.env.NODE_ENV = 'production'
  // Imported lazily: a machine that only serves a built site has no build tools.
  const { buildSite } = await import('../build/build.ts')
  const { loadContent } = await import('../build/load-content.ts')
  const loaded = contentOrExit(await loadContent(content))
  const { portfolio, written } = loaded
  const left = sampleDataInPublicSite(written)
  const isPreview = preview !== undefined && !isSampleAllowed && left.length > 0
  if (left.length > 0 && isSampleAllowed) {
    console.warn(`Building with --allow-sample: ${countOf(left)} to replace.`)
  } else if (left.length > 0 && !isPreview) stopForSample(left, portfolio.site.url)
  const folder = isPreview ? preview : out
  const site = ownSite(portfolio, gatewaySettings(portfolio, isRunning))
  await buildSite({
    loaded,
    site,
    content,
    out: folder,
    report: (step) => console.log(`Building: ${step} ...`),
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built into ${relative(process.cwd(), folder)}/ in ${seconds} s.`)
  const { countResumePages } = await import('../exports/resume/resume-pdf.ts')
  const { resume } = portfolio
  const isGenerated = resume && !resume.customPdf
  const resumePages = isGenerated ? countResumePages(typeset(portfolio)) : undefined
  const advice = adviceText(written, { now: new Date(), resumePages })
  if (advice) console.warn(advice)
  return { site, folder }
}

function stopForSample(left: Advice[], url: string | undefined): never {
  const { columns } = terminalScreen()
  const sentence =
    `Build stopped: the site for ${url} has ${countOf(left)} to replace, left from the sample or ` +
    'placeholders, listed above. To preview the page on this machine, run npm start or npm run dev. ' +
    'To build it, replace them, remove site.url, or build a demonstration with -- --allow-sample'
  console.error(`${formatAdvice(left, columns, 'red')}\n\n${wrap(sentence, columns).join('\n')}`)
  process.exit(1)
}
