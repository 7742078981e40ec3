export { Resume as default } from '../sections/Resume.tsx'
