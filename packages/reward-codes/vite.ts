import type { HookParameters, ViteUserConfig } from 'astro'

// The types of the Vite that Astro brings: owners need not install it.

export type ViteServer = HookParameters<'astro:server:setup'>['server']

export type VitePlugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>
