/** The id of the first screen, to which the brand links. */
export const HERO_ID = 'hero'
