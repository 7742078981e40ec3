import { z } from 'zod'
import { line } from './fields.ts'
import { formWords } from './form-words.ts'

const word = (help: string, standard: string) => line(help).default(standard)

export const words = z
  .strictObject({
    skip: word('The link that jumps over the header.', 'Skip to content'),
    navigation: word('The name of the menu.', 'Sections'),
    openMenu: word('The button that opens the menu on small screens.', 'Menu'),
    top: word('The button that scrolls to the top.', 'Back to top'),
    down: word('The arrow below the first screen.', 'Go to {section}'),
    newTab: word('Said after a link that opens in a new tab.', 'opens in a new tab'),
    theme: word('The theme button before scripts have come.', 'Switch theme'),
    light: word('The theme button while the page is dark.', 'Switch to light theme'),
    dark: word('The theme button while the page is light.', 'Switch to dark theme'),
    pause: word('The button that stops the typewriter.', 'Pause the typed line'),
    play: word('The button that starts the typewriter.', 'Type the line again'),
    gallery: word('The name of the project gallery, for screen readers.', 'Projects'),
    carousel: word('The kind of the project gallery, for screen readers.', 'carousel'),
    slide: word('The kind of one project, for screen readers.', 'project'),
    previous: word('The button to the previous project.', 'Previous project'),
    next: word('The button to the next project.', 'Next project'),
    one: word('Which project is in view.', '{first} of {count}'),
    several: word('Which projects are in view.', '{first}–{last} of {count}'),
    present: word('The end of a period that goes on.', 'present'),
    page: word('The foot of a resume file of several pages.', 'Page {page} of {count}'),
    saveContact: word('The link that saves your contact card.', 'Save contact'),
    errorTitle: word('The heading when the page breaks.', 'Unexpected Application Error!'),
    errorText: word(
      'What to do when the page breaks.',
      'Something on this page broke. It is not your fault; reloading usually helps.',
    ),
    reload: word('The button that reloads a broken page.', 'Reload the page'),
    missingTitle: word('The heading of an unknown address.', 'There is no such page'),
    missingText: word(
      'What to do at an unknown address.',
      'The address may be misspelt, or the page has moved. Everything is on the front page.',
    ),
    receivedTitle: word(
      'The heading after a message was sent without scripts.',
      'Your message has arrived',
    ),
    receivedText: word(
      'What happens with a message sent without scripts.',
      'It is kept safely and will be read by a person, a little later than others.',
    ),
    failedTitle: word(
      'The heading when a message sent without scripts was refused.',
      'Your message was not sent',
    ),
    failedText: word(
      'What to do when a message sent without scripts was refused.',
      'Go back, look over what you wrote, and try again a little later; nothing is lost.',
    ),
    back: word('The link from the answer to a message back to the page.', 'Back to the page'),
    missingLink: word('The link from an unknown address.', 'Go to the front page'),
    form: formWords.prefault({}),
  })
  .describe("The page's own few words; each may be changed or translated.")
