import { makeSite } from 'reward-codes/internal/cli/build.ts'

// A standalone program. Its arguments are pairs of a content folder and an output folder. The
// second build in a process takes less than half the time of the first, which loads the bundler.

const folders = process.argv.slice(2)
for (let index = 0; index < folders.length; index += 2) {
  const [content = '', out = ''] = folders.slice(index)
  await makeSite({ content, out, isSampleAllowed: true })
}
