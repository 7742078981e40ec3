import { buildServer } from 'reward-codes-gateway/server'

// A program of its own: the server of a built site, and nothing else.

const [site = ''] = process.argv.slice(2)
const server = buildServer({ site })
console.log(`at ${await server.listen({ port: 0, host: '127.0.0.1' })}`)
