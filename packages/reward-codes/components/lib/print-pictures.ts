/**
 * A browser prints at once, and leaves the place of a picture that has not arrived empty. Its alternative text
 * replaces it then, in its size. A picture that the visitor has not come near is requested.
 */
export function printPictures() {
  const pictures = new Map<Element, Element>()
  addEventListener('beforeprint', () => {
    for (const image of [...document.images]) {
      image.loading = 'eager'
      if (image.complete || image.naturalWidth > 0) continue
      const text = document.importNode(image)
      text.removeAttribute('srcset')
      text.removeAttribute('src')
      const picture = image.closest('picture') ?? image
      picture.replaceWith(text)
      pictures.set(text, picture)
    }
  })
  addEventListener('afterprint', () => {
    for (const [text, picture] of pictures) text.replaceWith(picture)
    pictures.clear()
  })
}
