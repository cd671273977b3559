import { ClockCircleOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Piece } from '#packages/web/core/format/marks.ts'
import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import spoken from '#packages/web/desk/spoken.module.css'
import type { CentreTile } from '../../contract.ts'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import styles from './app-tile.module.css'

/** What can be done from a tile. */
export interface TileActs {
  open: (key: string) => void
  star: (key: string) => void
  ask: (app: CentreTile) => void
  /** Whether the caller opens applications for the organisation herself, instead of asking. */
  mayGrant: boolean
}

interface Props {
  app: CentreTile
  marks?: readonly Piece[] | undefined
  isStarred: boolean
  acts: TileActs
}

export const grantAddress = (key: string) => `/systemSet/AppAuthorize?app=${encodeURIComponent(key)}`

/** An application on its shelf. One that is not open says why, and what can be done about it. */
export function AppTile({ app, marks, isStarred, acts }: Props) {
  const { key, name, edition, category, logo, state, about, isAdministrator } = app
  const isMine = state === 'mine'
  const inside = (
    <>
      <AppIcon logo={logo} category={category} size={40} isOff={!isMine} />
      <span className={styles['words']}>
        <span className={styles['name']}>
          <AppName name={name} edition={edition} marks={marks} />
        </span>
        {isMine && (
          <span className={styles['about']} title={about}>
            {isAdministrator && <span className={styles['administrator']}>管理员</span>}
            {about}
          </span>
        )}
        {!isMine && <Obstacle app={app} acts={acts} />}
      </span>
    </>
  )
  if (!isMine) {
    return (
      <li className={styles['tile']} data-off="">
        <div className={styles['face']}>{inside}</div>
      </li>
    )
  }
  return (
    <li className={styles['tile']}>
      <button type="button" className={styles['face']} onClick={() => acts.open(key)}>
        {inside}
        {!isInDingTalk() && <span className={spoken['only']}>（新窗口打开）</span>}
      </button>
      <Star name={name} isOn={isStarred} onPress={() => acts.star(key)} />
    </li>
  )
}

function Star({ name, isOn, onPress }: { name: string; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles['star']}
      aria-label={`快捷访问：${name}`}
      aria-pressed={isOn}
      title={isOn ? '移出快捷访问' : '加入快捷访问'}
      onClick={onPress}
    >
      <Glyph of={isOn ? StarFilled : StarOutlined} />
    </button>
  )
}

/** Why it does not open. */
function Obstacle({ app, acts }: { app: CentreTile; acts: TileActs }): ReactNode {
  const { key, name, state } = app
  if (state === 'asked') {
    return (
      <span className={`${styles['about']} ${styles['asked']}`}>
        <Glyph of={ClockCircleOutlined} /> 开通申请中
      </span>
    )
  }
  if (state === 'others') return <span className={styles['about']}>仅部分人员可用</span>
  return (
    <span className={styles['about']}>
      未开通
      {acts.mayGrant ? (
        <Link className={styles['act']!} to={grantAddress(key)} aria-label={`应用授权：${name}`}>
          应用授权
        </Link>
      ) : (
        <button type="button" className={styles['act']} aria-label={`申请开通：${name}`} onClick={() => acts.ask(app)}>
          申请开通
        </button>
      )}
    </span>
  )
}
