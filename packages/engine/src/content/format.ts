/**
 * The version of the content file's fields. A file without `format` has format 1, that of version 0.1.0.
 * A change that an older file does not survive raises it, with a migration in upgrade/migrations.ts.
 */
export const FORMAT = 2
