import { isEmailJs } from '../contact.ts'
import type { Written } from '../load.ts'
import type { PortfolioFile } from '../schema.ts'
import { ADDRESS_MISSING } from './about-site.ts'
import { type Advice, placeRemarks, type Remark } from './remark.ts'

/** The engine's own word for the account of one's own gateway. */
const OWN_KEY = 'portfolio'

/** Hosts that serve files and can take no message in. */
const STATIC_HOSTS = /\.(github\.io|gitlab\.io|netlify\.app|pages\.dev|vercel\.app)$/

const UNFINISHED = /\b(work in progress|under construction|coming soon|WIP)\b/i

/** What a content must say before it goes to the public, and a draft need not. */
export function missingForPublishing({ source, content }: Written): Advice[] {
  const { site, contact } = content
  const missing: Remark[] = []
  if (!site.url) missing.push(ADDRESS_MISSING)
  if (isEmailJs(contact?.form.origin) && contact?.form.publicKey === OWN_KEY) {
    missing.push({
      path: ['contact', 'form', 'publicKey'],
      found: 'nothing',
      meaning: 'EmailJS does not know whose messages these are, and refuses them all.',
      action: 'Write the public key that stands on your EmailJS dashboard.',
    })
  }
  if (
    site.url &&
    contact &&
    !contact.form.origin &&
    STATIC_HOSTS.test(new URL(site.url).hostname)
  ) {
    missing.push({
      path: ['contact', 'form', 'origin'],
      found: 'nothing',
      meaning: `Nothing at ${new URL(site.url).hostname} can take a message in: the form would fail.`,
      action: 'Name your gateway or https://api.emailjs.com there, or delete the contact section.',
    })
  }
  return placeRemarks(source, missing)
}

/** Honest, but a visitor comes only once. */
export function remarksOnUnfinished({ projects }: PortfolioFile): Remark[] {
  return (projects?.cards ?? []).flatMap(({ title }, place) =>
    UNFINISHED.test(title)
      ? [
          {
            path: ['projects', 'cards', place, 'title'],
            found: `"${title}"`,
            meaning: 'Unfinished work is honest, as long as finished work stands before it.',
            action: 'Finish it, or keep it at the end.',
          },
        ]
      : [],
  )
}
