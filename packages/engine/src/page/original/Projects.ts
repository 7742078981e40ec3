export { Projects as default } from '../sections/Projects.tsx'
