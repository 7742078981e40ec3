/** The language whose texts a tag such as de-AT gets. The Chinese ones are in simplified characters. */
export function textLanguage(tag: string): string {
  const isTraditional = /^zh-(?:hant|tw|hk|mo)\b/i.test(tag)
  return (isTraditional ? tag : tag.split('-')[0])?.toLowerCase() ?? ''
}
