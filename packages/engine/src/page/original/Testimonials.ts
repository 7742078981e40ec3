export { Testimonials as default } from '../sections/Testimonials.tsx'
