/** The query string with which the loader loads no scripts, so the page stays as prerendered. */
export const STATIC = '?static'
