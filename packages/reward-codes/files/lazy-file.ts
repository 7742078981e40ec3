/** A file of the built site, which is made on demand: its URL path and its bytes. */
export type LazyFile = { path: string; read: () => Promise<Buffer | string> | Buffer | string }
