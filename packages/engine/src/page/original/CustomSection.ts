export { CustomSection as default } from '../sections/CustomSection.tsx'
