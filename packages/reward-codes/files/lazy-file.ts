/** A file of the built site, which is made on demand: its URL path and its bytes, if it can be made. */
export type LazyFile = { path: string; read: () => Promise<Body> | Body }
type Body = Buffer | string | undefined
