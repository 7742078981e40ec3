export { ProjectDetail as default } from '../sections/ProjectDetail.tsx'
