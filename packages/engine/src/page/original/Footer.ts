export { Footer as default } from '../sections/Footer.tsx'
