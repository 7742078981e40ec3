import styles from './ProjectPicture.module.css'

/** A title, in which a remark in parentheses at its end, such as "(work in progress)", is a small label. */
export function ProjectTitle({ title }: { title: string }) {
  const [, name, remark] = /^(.*\S)\s+(\([^()]+\))$/.exec(title) ?? []
  if (!name) return title
  return (
    <>
      {`${name} `}
      <span className={styles.remark}>{remark}</span>
    </>
  )
}
