export { Services as default } from '../sections/Services.tsx'
