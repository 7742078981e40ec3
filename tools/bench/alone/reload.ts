import { readFileSync, watch } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'

// A program of its own: shows one value of a content file, and loads the page anew when it changes.

const [file = ''] = process.argv.slice(2)
const listeners = new Set<ServerResponse>()

watch(file, () => {
  for (const listener of listeners) listener.write('data: changed\n\n')
})

const server = createServer((request, response) => {
  if (request.url === '/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
    return
  }
  const [, greeting] = /greeting: (.+)/.exec(readFileSync(file, 'utf8')) ?? []
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><main><p>${greeting}</p></main>` +
      `<script>new EventSource('/changes').onmessage = () => location.reload()</script>`,
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`at http://127.0.0.1:${typeof address === 'object' && address?.port}`)
})
