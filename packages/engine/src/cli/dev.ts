import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationOrExit } from 'reward-codes-gateway/cli/owner-folder'
import { failToListen, gatewayOrExit, programLog } from 'reward-codes-gateway/cli/run-server'
import { hasOwnGateway } from 'reward-codes-gateway/own-site'
import { buildServer } from 'reward-codes-gateway/server'
import { CommandLine, runCommandLine } from 'reward-codes-gateway/terminal/command-line'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { createDevServer } from '../build/dev-server.ts'
import { loadContent } from '../build/load-content.ts'
import { ownSections } from '../content/own-sections.ts'
import { contentSchemaText, SCHEMA_FILE } from '../content/schema.ts'
import { OWNER_FOLDER } from '../folders.ts'
import { writeEditorSettings } from '../parts/editor-settings.ts'
import { contentFolder, contentOrExit, gatewaySettings, ownSite } from './own-site.ts'

/** Serves the site in development and resolves to the exit code when the server listens. */
export function runDev(args: string[], screen: Screen): Promise<number> {
  const program = CommandLine.forScreen('npm run dev --', screen)
  program
    .description('Serve the site and update it when its content changes')
    .option('--content <FOLDER>', 'Use another content folder.')
    .action(({ content }) => serve(contentFolder(content)))
  return runCommandLine(program, args)
}

async function serve(content: string): Promise<void> {
  const configuration = configurationOrExit()
  const address = { host: configuration.HOST, port: configuration.PORT }
  const loaded = contentOrExit(await loadContent(content))
  const site = ownSite(loaded.portfolio)
  const gateway = hasOwnGateway(site)
    ? await gatewayOrExit({
        site,
        configuration,
        environment: process.env,
        isProduction: false,
        log: programLog(),
      })
    : undefined
  const app = gateway && buildServer({ gateway })
  await app?.ready()
  const server = await createDevServer({
    loaded,
    content,
    ...address,
    api: app?.routing,
    settings: gatewaySettings(loaded.portfolio, true),
    onContent: () => updateForEditor(content),
  }).catch((error: unknown) => failToListen(error, 'npm run dev', address))
  gateway?.delivery.start()
  // Vite's SIGTERM handler would exit before deliveries in flight finish.
  process.removeAllListeners('SIGTERM')
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (isStopping) process.exit(1)
      isStopping = true
      await server.close()
      await app?.close()
      await gateway?.close()
      process.exit(0)
    })
  }
  const [url = ''] = server.resolvedUrls?.local ?? []
  updateForEditor(content)
  console.log(`Your site is at ${url} (reloads on changes; press Ctrl+C to stop)`)
}

/** Keeps what editors use in step with the owner's parts: their settings, and the schema of the content. */
function updateForEditor(content: string) {
  const settings = writeEditorSettings(OWNER_FOLDER)
  if (settings) console.log(settings)
  const file = join(content, SCHEMA_FILE)
  if (Object.keys(ownSections()).length === 0 || !existsSync(file)) return
  const text = contentSchemaText()
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
