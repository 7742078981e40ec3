/** A provider that sends for many domains, each of which has to name it. */
type MailProvider = {
  name: string
  /** The hosts of its servers and APIs, and the domains of its mailboxes. */
  hosts: RegExp
  /** What the SPF record includes, and below which name of the domain. */
  spf: { include: string; below?: string } | undefined
  /** Under which names it publishes the keys of its signatures, if they are known. */
  selectors: string[]
}

// As their guides for a domain of one's own say, read on 2026-11-27.
const PROVIDERS: MailProvider[] = [
  {
    name: 'Google',
    hosts: /(^|\.)(gmail|google|googlemail)\.com$/,
    spf: { include: '_spf.google.com' },
    selectors: ['google'],
  },
  {
    name: 'Microsoft 365',
    hosts: /(^|\.)(office365|outlook)\.com$|^graph\.microsoft\.com$/,
    spf: { include: 'spf.protection.outlook.com' },
    selectors: ['selector1', 'selector2'],
  },
  {
    name: 'Resend',
    hosts: /(^|\.)resend\.com$/,
    spf: { include: 'amazonses.com', below: 'send' },
    selectors: ['resend'],
  },
  // Its return path is its own, and its selector has a date.
  { name: 'Postmark', hosts: /(^|\.)postmarkapp\.com$/, spf: undefined, selectors: [] },
  {
    name: 'Fastmail',
    hosts: /(^|\.)fastmail\.com$/,
    spf: { include: 'spf.messagingengine.com' },
    selectors: ['fm1', 'fm2', 'fm3'],
  },
  {
    name: 'iCloud',
    hosts: /(^|\.)(icloud|me)\.com$/,
    spf: { include: 'icloud.com' },
    selectors: ['sig1'],
  },
  {
    name: 'Proton',
    hosts: /(^|\.)protonmail\.ch$/,
    spf: { include: '_spf.protonmail.ch' },
    selectors: ['protonmail', 'protonmail2', 'protonmail3'],
  },
]

/** The provider of a mail server or of a mailbox, if it is a known one. `location` is that of a transport, or a domain. */
export function providerAt(location: string): MailProvider | undefined {
  const host = location.replace(/^\w+:\/\//, '').replace(/:\d+$/, '')
  return PROVIDERS.find(({ hosts }) => hosts.test(host))
}
