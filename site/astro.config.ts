import { defineConfig } from 'astro/config'
import rewardCodes from 'reward-codes'

export default defineConfig({
  integrations: [
    rewardCodes({ components: { FeaturedPicture: './src/Featured.astro' } }),
    {
      name: 'client-touch',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({ name: 'touch', entrypoint: './src/client-touch.ts' }),
      },
    },
  ],
})
