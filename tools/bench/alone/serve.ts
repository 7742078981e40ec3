import { createServer } from 'node:http'

// A program of its own: the least that a server can be.

const server = createServer((_, response) => response.end('A page'))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`at http://127.0.0.1:${typeof address === 'object' && address?.port}`)
})
