import { SearchOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { paletteTitles } from '../web-modules.ts'
import { showLayer } from './layers.tsx'
import styles from './search-button.module.css'

const kinds = ['菜单', ...paletteTitles].join('、')
/** There is little room, and it is obvious that menus are included. */
const label = paletteTitles.length > 0 ? paletteTitles.join('、') : kinds

/** Opens the palette. It looks like a search field, because users look for one. */
export function SearchButton() {
  return (
    <button
      type="button"
      className={styles['search']}
      aria-keyshortcuts="Control+K"
      title={`搜索${kinds}`}
      onClick={() => showLayer('palette')}
    >
      <Glyph of={SearchOutlined} />
      <span className={styles['words']}>搜索{label}</span>
      <kbd className={styles['key']} aria-hidden="true">
        Ctrl K
      </kbd>
    </button>
  )
}
