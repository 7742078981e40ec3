import { countryCode } from '../content/locale.ts'
import { withoutCityRegion } from '../content/resolve.ts'
import { omitEmpty } from '../content/values.ts'
import { type DraftPerson, distinctProfiles, type Imported, makeProfile } from './draft.ts'
import { readLists } from './entries.ts'
import { Fields } from './fields.ts'

/** Sections that identify a JSON Resume. */
export const JSON_RESUME_SECTIONS = ['basics', 'work', 'education', 'skills', 'volunteer']

/** Reads a JSON Resume; older names of version 0 and the few that our own export adds count too. */
export function readJsonResume(values: Record<string, unknown>): Imported {
  const fields = new Fields(values)
  // About the file, not about the person.
  fields.ignore('$schema', 'meta')
  const basics = fields.within('basics')
  const url = basics.address('url', 'website')
  const bio = basics.paragraphs('summary')
  const draft = {
    ...(url && { site: { url } }),
    person: readPerson(basics),
    ...(bio && { about: { bio } }),
    ...readLists(fields),
  }
  return { kind: 'a JSON Resume', draft, skipped: fields.skipped() }
}

function readPerson(basics: Fields): DraftPerson {
  const location = basics.within('location')
  const country = location.line('countryCode')
  const profiles = basics.each('profiles', (fields) => {
    const [network, username] = [fields.line('network'), fields.line('username')]
    const profile = makeProfile({ network, username, url: fields.address('url') })
    if (!profile) fields.skip('url', 'it is missing, so the profile has no link')
    return profile
  })
  return omitEmpty<DraftPerson>({
    name: basics.line('name'),
    headline: basics.line('label'),
    email: basics.line('email'),
    phone: basics.line('phone'),
    location: withoutCityRegion(
      omitEmpty({
        city: location.line('city'),
        region: location.line('region'),
        country: country && (countryCode(country) ?? country),
      }),
    ),
    profiles: distinctProfiles(profiles.filter((profile) => profile !== undefined)),
  })
}
