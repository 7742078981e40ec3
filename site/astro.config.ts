import { defineConfig } from 'astro/config'
import rewardCodes from 'reward-codes'

export default defineConfig({
  integrations: [rewardCodes({ components: { FeaturedPicture: './src/Featured.astro' } })],
})
