import { SearchOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { paletteSources } from '../modules.ts'
import { showLayer } from './layers.tsx'
import styles from './search-button.module.css'

const sources = paletteSources.map(({ title }) => title)
const kinds = ['菜单', ...sources].join('、')
/** There is little room, and that menus are among it goes without saying. */
const words = sources.length > 0 ? sources.join('、') : kinds

/** Opens the palette. It looks like a field, because that is what people look for. */
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
      <span className={styles['words']}>搜索{words}</span>
      <kbd className={styles['key']} aria-hidden="true">
        Ctrl K
      </kbd>
    </button>
  )
}
