// biome-ignore-all lint/performance/noBarrelFile: the islands that hydrate soon after the page has loaded are one request
export { default as CarouselControls } from './Carousel/CarouselControls.tsx'
export { default as HeaderControls } from './Header/HeaderControls.tsx'
export { default as Typewriter } from './Typewriter/Typewriter.tsx'
