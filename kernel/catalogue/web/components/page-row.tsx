import { DownOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { PageTile } from '../../contract.ts'
import { PageTileCard, type TileActions } from './app-tile.tsx'
import { PhonePageTile } from './phone-tile.tsx'
import styles from './page-row.module.css'

interface Props {
  tiles: readonly PageTile[]
  shortcuts: readonly string[]
  actions: Pick<TileActions, 'open' | 'star'>
}

/** The most used built-in pages in one row; a button shows the others. */
export function ModulePageRow({ tiles, shortcuts, actions }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  const Tile = isPhone ? PhonePageTile : PageTileCard
  if (tiles.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          校务功能<span className={styles['count']}>{tiles.length}</span>
        </h2>
        <button
          type="button"
          className={styles['more']}
          data-count={tiles.length}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起' : '展开全部'}
          <Glyph of={DownOutlined} rotate={isOpen ? 180 : 0} />
        </button>
      </div>
      <ul className={styles[isPhone ? 'icons' : 'tiles']} data-open={isOpen}>
        {tiles.map((tile) => (
          <Tile key={tile.key} tile={tile} isStarred={shortcuts.includes(tile.key)} actions={actions} />
        ))}
      </ul>
    </section>
  )
}
