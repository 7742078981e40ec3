import { basename } from 'node:path'
import type { Reporter, Suite, TestRun } from '@playwright/test/reporter'
import { findProgram, howToGet, type ProgramVariable } from '../../tools/programs.ts'

/** What test files need. */
const NEEDED: Record<string, ProgramVariable[]> = {
  'back.spec.ts': ['CHROMIUM_PATH', 'WHOLE_CHROMIUM_PATH'],
  'firefox.spec.ts': ['FIREFOX_PATH'],
  'webkit.spec.ts': ['WEBKIT_DRIVER_PATH', 'XVFB_PATH', 'PYTHON_GI_PATH', 'WEBKIT_TYPELIB_PATH'],
  'print.spec.ts': ['CHROMIUM_PATH', 'PDFTOTEXT_PATH'],
  'loading.spec.ts': ['CHROMIUM_PATH', 'ARIAL_PATH'],
}

const HAS_OLD_CHROMIUM = process.platform === 'linux' && process.arch === 'x64'

/** Skips the files whose programs are missing, before anything of them runs. */
export default class SkipWithoutPrograms implements Reporter {
  async preprocess({ suite, testRun }: { suite: Suite; testRun: TestRun }) {
    for (const test of suite.allTests()) {
      const file = basename(test.location.file)
      const needed = NEEDED[file] ?? ['CHROMIUM_PATH']
      const missing = needed.find((variable) => !findProgram(variable))
      if (missing) testRun.skip(test, howToGet(missing))
      else if (file === 'old-chromium.spec.ts' && !HAS_OLD_CHROMIUM) {
        testRun.skip(test, "npm's packages have an old Chromium for Linux on x64 only.")
      }
    }
  }
}
