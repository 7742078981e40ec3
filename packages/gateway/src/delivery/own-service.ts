/** The transport of the own site, named by its usual variable. Without it, messages of the page stay queued. */
export const OWN_SERVICE = 'SMTP_URL'
