/** A picture in the widths and formats that there are of it; its colour holds its place. */
export function Picture({ picture, alt, sizes, className, isInFirstView }: PictureProps) {
  const { src, srcset, width, height, sources = [], colour } = picture
  const image = (
    <img
      className={className}
      data-colour={colour}
      // Before the address: a browser may fetch as soon as it has read that.
      loading={isInFirstView ? undefined : 'lazy'}
      decoding="async"
      sizes={srcset && sizes}
      srcSet={srcset}
      src={src}
      alt={alt}
      width={width}
      height={height}
    />
  )
  if (sources.length === 0) return image
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} sizes={sizes} srcSet={srcset} />
      ))}
      {image}
    </picture>
  )
}

/** Where the files of a picture are; only pictures from files have more than one. */
export type PictureFiles = {
  src: string
  width: number
  height: number
  srcset?: string
  sources?: { type: string; srcset: string }[]
  colour?: string
}

export type PictureProps = {
  picture: PictureFiles
  alt: string
  sizes: string
  className?: string | undefined
  /** It is fetched at once; others wait until a visitor comes near. */
  isInFirstView?: boolean
}
