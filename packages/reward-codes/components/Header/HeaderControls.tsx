import { island } from '../island/island.tsx'
import { Navigation, type NavigationProps } from '../Navigation/Navigation.tsx'
import { ScrollToTop, type ScrollToTopProps } from '../ScrollToTop/ScrollToTop.tsx'
import { ThemeSelect, type ThemeSelectProps } from '../ThemeSelect/ThemeSelect.tsx'
import styles from './Header.module.css'

/** All that is interactive in the header, as one island. */
function HeaderControls({ top, navigation, theme }: HeaderControlsProps) {
  return (
    <>
      <ScrollToTop {...top} />
      <Navigation {...navigation} />
      <div className={styles.tools}>
        <ThemeSelect {...theme} />
      </div>
    </>
  )
}

export default island('header', HeaderControls)

type HeaderControlsProps = {
  top: ScrollToTopProps
  navigation: NavigationProps
  theme: ThemeSelectProps
}
