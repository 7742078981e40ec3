import type { ComponentType } from 'react'
import { CarouselControls } from './components/CarouselControls.tsx'
import { Navigation } from './components/Navigation.tsx'
import { ScrollToTop } from './components/ScrollToTop.tsx'
import { Typewriter } from './components/Typewriter.tsx'
import { ContactForm } from './contact/ContactForm.tsx'
import type { IslandProps } from './island-props.ts'

/**
 * The parts of the page that React hydrates. All else is static markup, whose components are not sent.
 *
 * - `idle`: as soon as React has loaded, which is when the browser is idle or on the first input.
 * - `visible`: before the island scrolls into view, or on the first input in its section.
 */
export const ISLANDS = {
  navigation: { Component: Navigation, hydrate: 'idle' },
  typewriter: { Component: Typewriter, hydrate: 'idle' },
  scrollToTop: { Component: ScrollToTop, hydrate: 'idle' },
  carousel: { Component: CarouselControls, hydrate: 'idle' },
  contactForm: { Component: ContactForm, hydrate: 'visible' },
} satisfies {
  [Name in keyof Omit<IslandProps, 'errorPage'>]-?: {
    Component: ComponentType<NonNullable<IslandProps[Name]>>
    hydrate: 'idle' | 'visible'
  }
}

export type IslandName = keyof typeof ISLANDS
