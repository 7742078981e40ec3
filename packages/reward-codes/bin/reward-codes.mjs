#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `reward-codes needs Node.js ${OLDEST_NODE} or newer, and this is ${process.versions.node}. ` +
      'Install it from https://nodejs.org and run the same command again.',
  )
  process.exit(1)
}
// Halves the start of a command. In production, a command writes nothing but data.
const isProduction = process.env.NODE_ENV === 'production'
if (!isProduction && existsSync('package.json')) module.enableCompileCache('.cache/node')

await import('#cli')
