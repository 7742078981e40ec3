// The account, service and template of a page that names none, as its own gateway knows them.

/** EmailJS generates its public keys, never this one. */
export const DEFAULT_PUBLIC_KEY = 'portfolio'
/** The first service of every account, unless the account uses this name for another one. */
export const DEFAULT_SERVICE = 'default_service'
/** EmailJS generates its template ids, never this one. */
export const DEFAULT_TEMPLATE = 'contact'
