#!/usr/bin/env node
const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `reward-codes-gateway needs Node.js ${OLDEST_NODE} or newer, and this is ${process.versions.node}. ` +
      'Install it from https://nodejs.org and run the same command again.',
  )
  process.exit(1)
}

await import('#cli')
