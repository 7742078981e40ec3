import settings from 'virtual:reward-codes/settings'
import type { APIRoute, GetStaticPaths } from 'astro'
import { makeSocialCard } from '../files/typeset-files.ts'
import { folder, readContent } from './content.ts'

/** The stories that have a card. */
export const getStaticPaths: GetStaticPaths = async ({ routePattern }) => {
  const { content, storyCards } = await readContent(routePattern)
  return (content.projects?.cards ?? []).flatMap(({ id, page }) =>
    page && storyCards.includes(page) ? [{ params: { story: id } }] : [],
  )
}

/** Makes the social card of a story. */
export const GET: APIRoute = async ({ routePattern, params }) => {
  const { content, brandFile } = await readContent(routePattern)
  const story = content.projects?.cards.find(({ id, page }) => page && id === params.story)
  if (!story) throw new Error(`There is no story ${params.story}.`)
  const card = await makeSocialCard({
    portfolio: content,
    story,
    folder,
    brandFile,
    cache: settings.cache,
  })
  return new Response(card as BodyInit, { headers: { 'content-type': 'image/png' } })
}
