import { defineConfig } from 'astro/config'
import rewardCodes from 'reward-codes-next'

export default defineConfig({ outDir: '.cache/dist', integrations: [rewardCodes()] })
