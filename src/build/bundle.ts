import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { contentPlugin, type PageContent } from './content-plugin.ts'

export const ROOT = join(import.meta.dirname, '../..')

// The oldest browsers with light-dark(), popover and inert: spring 2024.
const BROWSERS = ['chrome125', 'firefox126', 'safari17.5']

/** What the build and the development server have in common. */
export function pageConfig(read: () => PageContent, content: string): InlineConfig {
  return {
    root: ROOT,
    // Every address is seen from where it stands, so the site works at any path.
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    clearScreen: false,
    appType: 'custom',
    resolve: { alias: { '../../../content/theme.css': join(content, 'theme.css') } },
    plugins: [contentPlugin(read), react(), keepStyles, plainImports],
    css: { postcss: { plugins: [narrowWidgetStyles] } },
  }
}

/** The styles of what stands still belong to the page although its code stays behind. */
const keepStyles: Plugin = {
  name: 'keep-styles',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: true } : undefined,
}

/** Variables of the captcha on the root of the page would have every element styled anew when they come. */
const narrowWidgetStyles = {
  postcssPlugin: 'narrow-widget-styles',
  Rule: (rule: { selector: string; source?: { input: { file?: string } } }) => {
    const isOfWidget = rule.source?.input.file?.endsWith('altcha.css')
    if (isOfWidget && rule.selector === ':root') rule.selector = 'altcha-widget'
  },
}

/** The bundler's own loader first fetches what a script needs beside it, and ours need nothing. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

/** One run of the bundler over the page. */
export async function bundle(page: PageContent, content: string, options: InlineConfig['build']) {
  const result = await build({
    ...pageConfig(() => page, content),
    mode: 'production',
    build: {
      target: BROWSERS,
      modulePreload: false,
      cssCodeSplit: false,
      ...options,
      // A slow machine is nothing that an owner could mend.
      rolldownOptions: { checks: { bundlerTimings: false }, ...options?.rolldownOptions },
    },
  })
  if (Array.isArray(result) || !('output' in result)) {
    throw new Error('The bundler was expected to give one output.')
  }
  return result
}
