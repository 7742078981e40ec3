import type { ImageSources } from '../../content/schema/assets.ts'

/** A responsive image in all its widths and formats. */
export function Picture({ picture, alt, className, priority, ...others }: PictureProps) {
  const { src, srcset, width, height, sources = [] } = picture
  const { sizes = picture.sizes } = others
  const image = (
    <img
      className={className}
      loading={priority ? undefined : 'lazy'}
      fetchPriority={priority === 'low' ? 'low' : undefined}
      decoding={priority ? undefined : 'async'}
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
      {sources.map(({ type, media, srcset }) => (
        <source key={type} type={type} media={media} sizes={sizes} srcSet={srcset} />
      ))}
      {image}
    </picture>
  )
}

type PictureProps = {
  picture: ImageSources
  alt: string
  /** Replaces the sizes of the place of the picture. */
  sizes?: string | undefined
  className?: string | undefined
  /** Load eagerly, if `low` after the large picture of the first screen. Other images are lazy. */
  priority?: boolean | 'low'
}
