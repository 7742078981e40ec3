import { Icon } from '../Icon/Icon.tsx'
import { island } from '../island/island.tsx'
import { Navigation, type NavigationProps } from '../Navigation/Navigation.tsx'
import styles from './Header.module.css'

/** All that is interactive in the header, as one island. */
function HeaderControls({ navigation, theme }: HeaderControlsProps) {
  return (
    <>
      <Navigation {...navigation} />
      <div className={styles.tools}>
        {/* A native select over an icon: browsers and screen readers show which theme is selected. boot.ts applies it. */}
        <span className={styles.theme} title={theme.label} data-js-only="">
          <select
            id="theme"
            className={styles.select}
            aria-label={theme.label}
            // Firefox restores the value on reload (https://bugzilla.mozilla.org/show_bug.cgi?id=654072), and the
            // visitor may have chosen another theme in another tab since.
            autoComplete="off"
          >
            <option value="system">{theme.system}</option>
            <option value="light">{theme.light}</option>
            <option value="dark">{theme.dark}</option>
          </select>
          <Icon name="contrast" />
        </span>
      </div>
    </>
  )
}

export default island('header', HeaderControls)

type HeaderControlsProps = {
  navigation: NavigationProps
  /** The label is the accessible name, and the tooltip. */
  theme: { label: string; system: string; light: string; dark: string }
}
