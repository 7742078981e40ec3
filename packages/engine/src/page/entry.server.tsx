import content from 'virtual:page-content'
import { renderToString } from 'react-dom/server'
import { App } from './App.tsx'
import { takeMissingSlots } from './components/Slots.tsx'
import { MISSING_COVER } from './image-slots.ts'
import { LegalPage } from './LegalPage.tsx'
import type { LegalPageName, NoticeFacts } from './legal-pages.ts'
import styles from './StatusPage.module.css'
import { StatusPage } from './StatusPage.tsx'
import './styles/all.css'
import './styles/print.css'

export { takeMissingSlots }

/** `sectionStyles` is the URL of the styles below the first screen, if they are a file. */
export function renderPage(sectionStyles?: string): string {
  return renderToString(<App content={content} sectionStyles={sectionStyles} />)
}

/** The imprint or the privacy notice. */
export function renderLegal(
  kind: LegalPageName,
  facts: NoticeFacts,
  styleSheets?: string[],
): string {
  return renderToString(<LegalPage {...{ kind, content, facts, styleSheets }} />)
}

/** The 404 page. `home` is the URL of the home page: hosts serve the 404 page at any depth. */
export function renderNotFound(home: string): string {
  const { missingTitle, missingText, missingLink } = content.strings
  const { file, width } = MISSING_COVER
  return renderToString(
    <StatusPage title={missingTitle} text={missingText} href={home} link={missingLink}>
      <p className={styles.action}>
        {/* Without its height, it keeps its shape where it is narrower. */}
        <img src={home + file} width={width} alt="" />
      </p>
    </StatusPage>,
  )
}
