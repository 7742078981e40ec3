import { makeSite } from '../../src/cli/make-site.ts'

// A program of its own, told folders of content and where each is to be built. The second build of a
// process takes less than half of the first, which has the bundler to load.

const folders = process.argv.slice(2)
for (let place = 0; place < folders.length; place += 2) {
  const [content = '', out = ''] = folders.slice(place)
  await makeSite({ content, out, isSampleAllowed: true })
}
