import type { ReactNode } from 'react'
import { CountBadge } from '#packages/web/desk/count-badge.tsx'
import type { CentreTile } from '../../contract.ts'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import type { AppTile, PageTileCard } from './app-tile.tsx'
import styles from './phone-tile.module.css'

const notes: Readonly<Record<CentreTile['state'], string>> = {
  mine: '',
  others: '未对您开放',
  closed: '未开通',
  requested: '申请中',
}

/** An application on a phone: icon and name. A tap on a closed one shows how to get it. */
export function PhoneTile({ app, marks, actions }: Parameters<typeof AppTile>[0]) {
  const { key, name, edition, state, isAdministrator } = app
  const isMine = state === 'mine'
  const note = isMine ? isAdministrator && '管理员' : notes[state]
  return (
    <Tile tile={app} isOff={!isMine} onPress={() => (isMine ? actions.open(key) : actions.look(app))}>
      <span className={styles['name']}>
        <AppName name={name} edition={edition} marks={marks} />
      </span>
      {note && <span className={styles['note']}>{note}</span>}
    </Tile>
  )
}

export const PhonePageTile = ({ tile, marks, actions }: Parameters<typeof PageTileCard>[0]) => (
  <Tile tile={tile} onPress={() => actions.open(tile.key)}>
    <span className={styles['name']}>
      <AppName name={tile.name} edition="" marks={marks} />
    </span>
  </Tile>
)

interface TileProps {
  tile: Pick<CentreTile, 'logo' | 'category' | 'waits'>
  isOff?: boolean
  onPress: () => void
  children: ReactNode
}

const Tile = ({ tile: { logo, category, waits }, isOff = false, onPress, children }: TileProps) => (
  <li data-off={isOff ? '' : undefined}>
    <button type="button" className={styles['tile']} onClick={onPress}>
      <span className={styles['picture']}>
        <AppIcon logo={logo} category={category} size={48} isOff={isOff} />
        <CountBadge count={waits} unit="条待办" />
      </span>
      {children}
    </button>
  </li>
)
