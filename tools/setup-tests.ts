import { howToGet, installPrograms } from './programs.ts'

// `npm run setup:tests` installs what tests need beside npm's packages, as `npm run test:all` does. A user without
// root's rights calls it by sudo, and then `npm run test:all` without.

for (const missing of installPrograms()) console.log(howToGet(missing))
