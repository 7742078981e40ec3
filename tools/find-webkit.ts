import { findProgram, type Program } from './find-program.ts'

const NEEDED = 'The tests in WebKit'
const TYPELIBS = ['x86_64-linux-gnu', 'aarch64-linux-gnu']

const DRIVER: Program = {
  name: 'WebKitWebDriver',
  needed: NEEDED,
  commands: ['WebKitWebDriver'],
  places: [],
  debianPackage: 'webkit2gtk-driver',
  variable: 'WEBKIT_DRIVER_PATH',
}

/** What a window of WebKitGTK needs: a display, and Python's bindings to GTK. */
const AROUND: Program[] = [
  {
    name: 'Xvfb',
    needed: NEEDED,
    commands: ['Xvfb'],
    places: [],
    debianPackage: 'xvfb',
    variable: 'XVFB_PATH',
  },
  {
    name: "Python's GObject bindings",
    needed: NEEDED,
    commands: [],
    places: ['/usr/lib/python3/dist-packages/gi/__init__.py'],
    debianPackage: 'python3-gi',
    variable: 'PYTHON_GI_PATH',
  },
  {
    name: 'the type library of WebKitGTK',
    needed: NEEDED,
    commands: [],
    places: TYPELIBS.map((name) => `/usr/lib/${name}/girepository-1.0/WebKit2-4.1.typelib`),
    debianPackage: 'gir1.2-webkit2-4.1',
    variable: 'WEBKIT_TYPELIB_PATH',
  },
]

/**
 * The paths of WebKitGTK's driver and its display as variables for the tests. Throws if one cannot be
 * found. They exist on Linux only: elsewhere the tests in WebKit fail with that reason.
 */
export function findWebKit(): Record<string, string> {
  if (process.platform !== 'linux') return {}
  return Object.fromEntries(
    [DRIVER, ...AROUND].map((program) => [program.variable, findProgram(program)]),
  )
}
