import styles from './ProjectPicture.module.css'

/** A title, in which a remark in parentheses at its end, such as "(work in progress)", is a small label. */
export function ProjectTitle({ title, end = '' }: ProjectTitleProps) {
  const [, name, remark] = /^(.*\S)\s+(\([^()]+\))$/.exec(title) ?? []
  if (!name) return `${title}${end}`
  return (
    <>
      {`${name} `}
      <span className={styles.remark}>{`${remark}${end}`}</span>
    </>
  )
}

type ProjectTitleProps = {
  title: string
  /** Text after the title, in the same text node: a separate node would move when the font arrives, which is a layout shift. */
  end?: string
}
