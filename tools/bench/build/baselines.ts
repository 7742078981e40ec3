import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { loadPortfolio } from 'reward-codes/internal/content/load.ts'
import { build } from 'vite'

// A program of its own: the bundler over the page of a project, and nothing else.

const MODULE = 'virtual:portfolio'
const [root = ''] = process.argv.slice(2)
const loaded = loadPortfolio(join(root, 'content'), 'schema')

await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [
    {
      name: 'content',
      resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
      load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(loaded)}` : undefined),
    },
    react(),
  ],
  build: { write: false, rolldownOptions: { input: join(root, 'src/page/entry.client.tsx') } },
})
