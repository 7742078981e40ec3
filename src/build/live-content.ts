import type { PlacedPortfolio } from '../content/placed.ts'

/** What a browser has to know of a portfolio: what stands still is in the page already. */
export function liveContent(portfolio: PlacedPortfolio): PlacedPortfolio {
  const { about, services, projects, resume, sections } = portfolio
  return {
    ...portfolio,
    brand: { text: '', image: { src: '', width: 0, height: 0 } },
    ...(about && { about: { ...about, bio: [], figures: [] } }),
    ...(services && { services: { ...services, cards: [] } }),
    ...(projects && { projects: { ...projects, cards: [] } }),
    ...(resume && { resume: liveResume(resume) }),
    sections: sections.map((section) => ({ ...section, text: [], entries: [] })),
  }
}

function liveResume(resume: NonNullable<PlacedPortfolio['resume']>) {
  const { menu, heading, download, file, paper } = resume
  return { menu, heading, download, file, paper }
}
