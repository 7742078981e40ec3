import { valueAt } from '../content/at-path.ts'
import type { Draft, DraftProject, DraftSkill } from './draft.ts'

/**
 * What an import cannot know is kept from the owner's entry of the same name: the picture of a
 * project, the number and the colour of a skill. Entries of the sample are nobody's own.
 */
export function keepOwn(draft: Draft, content: unknown, sample: unknown): Draft {
  const cards = draft.projects?.cards
  const skills = draft.resume?.skills?.entries
  const projects = ownEntries(content, sample, ['projects', 'cards'], 'title')
  const ownSkills = ownEntries(content, sample, ['resume', 'skills', 'entries'], 'name')
  return {
    ...draft,
    ...(cards && {
      projects: {
        cards: cards.map((card) =>
          withFieldsOf(card, projects.get(card.title), ['imgSrc', 'imgAlt']),
        ),
      },
    }),
    ...(skills && {
      resume: {
        ...draft.resume,
        skills: { entries: skills.map((skill) => keepSkill(skill, ownSkills.get(skill.name))) },
      },
    }),
  }
}

function keepSkill(skill: DraftSkill, own: object | undefined): DraftSkill {
  // A number needs words for what it means: the import's, or those it had.
  const names = skill.meaning ? ['level', 'color'] : ['level', 'meaning', 'color']
  return withFieldsOf(skill, own, names)
}

function withFieldsOf<Entry extends DraftProject | DraftSkill>(
  entry: Entry,
  own: object | undefined,
  names: string[],
): Entry {
  const kept = Object.entries(own ?? {}).filter(([name]) => names.includes(name))
  return { ...entry, ...Object.fromEntries(kept) }
}

function ownEntries(content: unknown, sample: unknown, path: string[], name: string) {
  const list = valueAt(content, path)
  const samples = JSON.stringify(valueAt(sample, path) ?? [])
  const entries = (Array.isArray(list) ? list : []).filter(
    (entry) => typeof entry === 'object' && !samples.includes(JSON.stringify(entry)),
  )
  return new Map<unknown, object>(entries.map((entry) => [entry?.[name], entry]))
}
