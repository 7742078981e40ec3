#!/usr/bin/env node
const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `This program needs Node.js ${OLDEST_NODE} or newer, and this is ${process.versions.node}. ` +
      'Install a newer one.',
  )
  process.exit(1)
}

await import('reward-codes-gateway/cli')
