import type { PortfolioInput } from '../content/schema.ts'

type DeepPartial<Value> = Value extends (infer Item)[]
  ? DeepPartial<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: DeepPartial<Value[Name]> }
    : Value

/** What an import contains, in the shape of the content file and not validated yet. */
export type Draft = DeepPartial<PortfolioInput>

type Resume = NonNullable<Draft['resume']>
type EntryOf<List> = List extends { entries?: (infer Entry)[] } ? Entry : never

export type DraftPerson = NonNullable<Draft['person']>
export type DraftProfile = NonNullable<DraftPerson['profiles']>[number]
export type DraftService = NonNullable<NonNullable<Draft['services']>['cards']>[number]
export type DraftProject = NonNullable<NonNullable<Draft['projects']>['cards']>[number]
export type DraftEntry = EntryOf<NonNullable<Resume['experience']>>
export type DraftCredit = EntryOf<NonNullable<Resume['awards']>>
export type DraftSkill = EntryOf<NonNullable<Resume['skills']>>
export type DraftLanguage = EntryOf<NonNullable<Resume['languages']>>

/** A field that is not imported, or not as it is, and the reason. */
export type Skipped = { what: string; why: string }

/** The format of an import and its content. */
export type Imported = { kind: string; draft: Draft; skipped: Skipped[] }

export type ImportResult = ({ ok: true } & Imported) | { ok: false; error: string }

export const NO_FIELD = 'the portfolio has no field for it'

/** A list of the resume under its name, unless it is empty. */
export function listed<Name extends string, Item>(name: Name, entries: Item[]) {
  return (entries.length > 0 ? { [name]: { entries } } : {}) as Record<Name, { entries: Item[] }>
}
