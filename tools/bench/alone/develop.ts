import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

// A program of its own: the bundler's server for a project, without any page.

const [root = ''] = process.argv.slice(2)
const server = await createServer({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  appType: 'custom',
  server: { host: '127.0.0.1', port: 0 },
  optimizeDeps: { noDiscovery: true },
  plugins: [react()],
})
await server.listen()
console.log(`at ${server.resolvedUrls?.local[0]}`)
