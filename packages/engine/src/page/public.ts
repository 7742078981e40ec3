// The module `reward-codes/parts`: what the parts of owners import. Only re-exports, because the build imports
// each name from its own file. A name that is removed here breaks parts of owners.

export { z } from 'zod'
export { line, paragraph, picture, richLine, webAddress } from '../content/fields.ts'
export type { Inline, RichText as Text } from '../content/rich-text.ts'
export type {
  Column,
  CreditList,
  CustomSection as CustomSectionContent,
  FormStrings,
  PageContent,
  PageProject,
  Portfolio,
} from '../content/schema.ts'
export { ButtonLink } from './components/Button.tsx'
export { Carousel, Slide } from './components/Carousel.tsx'
export { ExternalLink } from './components/ExternalLink.tsx'
export { Icon } from './components/Icon.tsx'
export { type ImageSources, Picture } from './components/Picture.tsx'
export { Section } from './components/Section.tsx'
export { InsideSlot } from './components/Slots.tsx'
export {
  AVATAR,
  DETAIL_SIZES,
  FEATURED_SIZES,
  LOGO,
  PORTRAIT,
  PROJECT_CARD,
  PROJECT_PICTURE,
} from './image-slots.ts'
export { LEGAL_PAGES, legalFile } from './legal-pages.ts'
export type { PartProps, SectionProps } from './part-props.ts'
export { ResumeDownload, type ResumeDownloadProps, VcardLink } from './sections/Downloads.tsx'
export { default as ProjectDetail } from './sections/ProjectDetail.tsx'
export { type ProjectLabels, ProjectLinks } from './sections/ProjectLinks.tsx'
export { kindAndYear, ProjectPicture } from './sections/ProjectPicture.tsx'
export { Paragraphs, RichText } from './sections/RichText.tsx'
