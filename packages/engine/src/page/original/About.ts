export { About as default } from '../sections/About.tsx'
