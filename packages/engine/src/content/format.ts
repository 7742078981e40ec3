/**
 * The version of the content file's fields. A file without `format` has format 1, that of version 0.1.0.
 * A change that an older file does not survive raises it, with a migration in upgrade/migrations.ts.
 */
export const FORMAT = 2

/**
 * The fields that a format renamed, with their new names; the first entry is that of format 2. `*` in a path stands
 * for every list index. Never change an entry that was released.
 */
export const RENAMED_FIELDS: Record<string, string>[] = [
  {
    ...Object.fromEntries(
      ['about', 'services', 'projects', 'resume', 'contact', 'sections.*'].map((section) => [
        `${section}.menu`,
        'menuLabel',
      ]),
    ),
    'resume.download': 'downloadLabel',
    'resume.file': 'fileName',
    'resume.own': 'customPdf',
    'resume.skills.entries.*.meaning': 'description',
    'contact.form.refusals.headless': 'blockHeadless',
    'contact.form.refusals.secondsBetween': 'throttleSeconds',
    'contact.form.refusals': 'spamFilter',
    'words.one': 'slidePosition',
    'words.several': 'slideRange',
    'words.top': 'backToTop',
    'words.down': 'scrollToSection',
    'words.form.trap': 'honeypot',
    words: 'strings',
    sections: 'customSections',
    order: 'sectionOrder',
  },
]
