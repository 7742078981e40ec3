import { callProgram } from 'reward-codes-gateway/cli/program'
import { NPM_RUN } from 'reward-codes-gateway/terminal/command-line'
import { readOwnSite } from './read-own-site.ts'

await callProgram(NPM_RUN, ['doctor', ...process.argv.slice(2)], readOwnSite)
