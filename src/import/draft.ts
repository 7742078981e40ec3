/** What an import holds, in the shape of the content file, and not yet checked. */
export type Draft = {
  site?: { url?: string; title?: string; description?: string }
  brand?: { text?: string }
  person?: DraftPerson
  hero?: { phrases?: string[]; place?: string }
  about?: { bio?: string[] }
  projects?: { cards?: DraftProject[] }
  resume?: DraftResume
}

export type DraftPerson = {
  name?: string
  headline?: string
  email?: string
  phone?: string
  location?: { city?: string; region?: string; country?: string }
  profiles?: DraftProfile[]
}

export type DraftProfile = { name: string; icon: string; url: string; username?: string }

export type DraftProject = {
  title?: string
  summary?: string
  imgSrc?: string
  imgAlt?: string
  githubUrl?: string
  projectUrl?: string
  technologies?: string[]
}

export type DraftEntry = {
  period?: string
  course?: string
  area?: string
  school?: string
  place?: string
  url?: string
  description?: string
  highlights?: string[]
}

export type DraftCredit = {
  title?: string
  by?: string
  date?: string
  url?: string
  description?: string
}

export type DraftSkill = {
  name?: string
  level?: number
  meaning?: string
  keywords?: string[]
  color?: string
}

type DraftList<Item> = { entries: Item[] }

export type DraftResume = {
  file?: string
  education?: DraftList<DraftEntry>
  experience?: DraftList<DraftEntry>
  volunteering?: DraftList<DraftEntry>
  skills?: DraftList<DraftSkill>
  languages?: DraftList<{ name?: string; fluency?: string }>
  certificates?: DraftList<DraftCredit>
  awards?: DraftList<DraftCredit>
  publications?: DraftList<DraftCredit>
}

/** Something the import holds that does not go into the portfolio, and why. */
export type Left = { what: string; why: string }

/** Where the import was read from, and what came of it. */
export type Imported = { kind: string; draft: Draft; left: Left[] }

export type ImportResult = ({ ok: true } & Imported) | { ok: false; fault: string }

export const NO_PLACE = 'the portfolio has no place for it'
