export { HeroWork as default } from '../sections/HeroWork.tsx'
