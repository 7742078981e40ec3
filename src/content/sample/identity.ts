/** Fields that say who somebody is, and what to tell whoever left them as they came. */
export type Kind = {
  /** With * for every place in a list. */
  fields: string[]
  /** Where the fields are items of a list: the parts of an item that say whose it is. */
  parts?: string[]
  meaning: string
  action: string
}

export const NOT_YOU = {
  meaning: 'It belongs to the person of the sample, who does not exist.',
  action: 'Put your own in its place.',
}

const NOT_YOUR_CLAIM = {
  meaning: 'Figures and levels are claims, and these are not yours.',
  action: 'Write your own, or delete the list.',
}

const NOT_YOUR_LIFE = {
  meaning: "Employers would read of the sample's jobs and schools as if they were yours.",
  action: 'Put your own in their place, or delete the entry.',
}

// Headings, menus, subjects, buttons, services and job titles identify nobody, so they may stay.
export const IDENTITY: Kind[] = [
  {
    fields: [
      'site.title',
      'site.description',
      'brand.text',
      'person.name',
      'person.headline',
      'person.phone',
      'person.profiles.*.username',
      'hero.availability',
      'about.bio.*',
      'resume.file',
    ],
    ...NOT_YOU,
  },
  {
    fields: [
      'site.url',
      'person.email',
      'person.profiles.*.url',
      'contact.email',
      'contact.form.publicKey',
      'contact.form.service',
      'contact.form.template',
      'contact.form.captcha.siteKey',
      'contact.form.captcha.scoreKey',
    ],
    meaning: 'Whoever follows it, or writes to it, does not reach you.',
    action: 'Write your own in its place, or delete it.',
  },
  {
    fields: ['projects.cards.*'],
    parts: ['title', 'summary', 'imgSrc', 'imgAlt', 'githubUrl', 'projectUrl'],
    meaning: "Visitors would take the sample's projects for your work.",
    action: 'Put your own in their place, or delete them.',
  },
  {
    fields: ['education', 'experience', 'volunteering'].map((name) => `resume.${name}.entries.*`),
    parts: ['school', 'url', 'description', 'highlights.*'],
    ...NOT_YOUR_LIFE,
  },
  {
    fields: ['certificates', 'awards', 'publications'].map((name) => `resume.${name}.entries.*`),
    parts: ['title', 'url', 'description'],
    ...NOT_YOUR_LIFE,
  },
  {
    fields: ['sections.*.entries.*'],
    parts: ['title', 'description', 'url'],
    ...NOT_YOUR_LIFE,
  },
]

/** Lists that are claims only as a whole: anybody may know HTML, or count three years. */
export const LISTS = [
  { field: 'about.figures', ...NOT_YOUR_CLAIM },
  { field: 'resume.skills.entries', ...NOT_YOUR_CLAIM },
]
