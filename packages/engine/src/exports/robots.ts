/** Programs that read the web may read everything; where the address is known, so is the map. */
export function makeRobots(url: string | undefined): string {
  return ['User-agent: *', 'Allow: /', ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : []), ''].join(
    '\n',
  )
}

/** The one page there is, and the resume that belongs to it. */
export function makeSitemap(url: string, resume: string | undefined): string {
  const pages = [url, ...(resume ? [`${url}${resume}`] : [])]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((page) => `  <url><loc>${escapeXml(page)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
