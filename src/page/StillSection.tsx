import type { PlacedPortfolio } from '../content/placed.ts'
import { IS_DRAWN, useStill } from './behaviour/use-still.ts'
import { About } from './sections/About.tsx'
import { OwnSection } from './sections/OwnSection.tsx'
import { Resume } from './sections/Resume.tsx'
import { Services } from './sections/Services.tsx'

/** A section that stands still once it is drawn. */
export function StillSection({ portfolio, name, id }: StillSectionProps) {
  return <div {...useStill(id, IS_DRAWN && drawSection(portfolio, name, id))} />
}

function drawSection(portfolio: PlacedPortfolio, name: string, id: string) {
  const { about, services, resume, sections, words } = portfolio
  const own = sections.find((section) => section.id === name)
  if (own) return <OwnSection section={own} newTab={words.newTab} />
  if (name === 'about' && about) {
    const download = resume && { text: resume.download, file: resume.file }
    return <About id={id} about={about} resume={download} />
  }
  if (name === 'services' && services) return <Services id={id} services={services} />
  if (name === 'resume' && resume) return <Resume id={id} resume={resume} newTab={words.newTab} />
  return null
}

export type StillSectionProps = {
  portfolio: PlacedPortfolio
  /** The section's name in the content. */
  name: string
  /** Its anchor on the page. */
  id: string
}
