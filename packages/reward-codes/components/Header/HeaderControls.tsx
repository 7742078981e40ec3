import { island } from '../island/island.tsx'
import { Navigation, type NavigationProps } from '../Navigation/Navigation.tsx'
import { ThemeSelect, type ThemeSelectProps } from '../ThemeSelect/ThemeSelect.tsx'
import styles from './Header.module.css'

/** All that is interactive in the header, as one island. */
function HeaderControls({ navigation, theme }: HeaderControlsProps) {
  return (
    <>
      <Navigation {...navigation} />
      <div className={styles.tools}>
        <ThemeSelect {...theme} />
      </div>
    </>
  )
}

export default island('header', HeaderControls)

type HeaderControlsProps = {
  navigation: NavigationProps
  theme: ThemeSelectProps
}
