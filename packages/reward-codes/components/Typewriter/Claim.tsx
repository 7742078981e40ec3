import styles from './Typewriter.module.css'

/** A heading of one sentence, where other pages have the typewriter. */
export default function Claim({ greeting, claim }: ClaimProps) {
  return (
    <>
      <div className={styles.intro}>
        <p className={styles.greeting}>{greeting}</p>
      </div>
      <h1 className={styles.line}>
        <span className={styles.claim}>{claim}</span>
      </h1>
    </>
  )
}

type ClaimProps = { greeting: string; claim: string }
