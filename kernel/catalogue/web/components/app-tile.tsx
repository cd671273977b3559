import { ClockCircleOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { HighlightPart } from '#packages/web/core/format/highlight.ts'
import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { CountBadge } from '#packages/web/desk/count-badge.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import type { CentreTile, PageTile } from '../../contract.ts'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import styles from './app-tile.module.css'

export interface TileActions {
  open: (key: string) => void
  star: (key: string) => void
  /** Shows the details of an application that is not open. */
  look: (app: CentreTile) => void
}

interface Props {
  app: CentreTile
  marks?: readonly HighlightPart[] | undefined
  isStarred: boolean
  actions: TileActions
}

/** An application in its category. One that is not open shows the reason, and a click shows how to get it. */
export function AppTile({ app, marks, isStarred, actions }: Props) {
  const { key, name, edition, state, about, isAdministrator, totals } = app
  if (state !== 'mine') {
    return (
      <li className={styles['tile']} data-off="">
        <button type="button" className={styles['face']} onClick={() => actions.look(app)}>
          <TileBody tile={app} name={<AppName name={name} edition={edition} marks={marks} />} isOff>
            <NotOpenNote state={state} />
          </TileBody>
        </button>
      </li>
    )
  }
  return (
    <li className={styles['tile']}>
      <button type="button" className={styles['face']} onClick={() => actions.open(key)}>
        <TileBody tile={app} name={<AppName name={name} edition={edition} marks={marks} />}>
          <span className={styles['about']} title={about}>
            {isAdministrator && <span className={styles['administrator']}>管理员</span>}
            {about}
          </span>
          {totals.length > 0 && (
            <span className={styles['about']}>
              {totals.map(({ key: title, value }) => `${title} ${value}`).join(' · ')}
            </span>
          )}
        </TileBody>
        {!isInDingTalk() && <span className={spoken['only']}>（新窗口打开）</span>}
      </button>
      <Star name={name} isOn={isStarred} onPress={() => actions.star(key)} />
    </li>
  )
}

interface PageTileProps {
  tile: PageTile
  marks?: readonly HighlightPart[] | undefined
  isStarred: boolean
  actions: Pick<TileActions, 'open' | 'star'>
}

/** A built-in page among the applications. */
export const PageTileCard = ({ tile, marks, isStarred, actions }: PageTileProps) => (
  <li className={styles['tile']}>
    <button type="button" className={styles['face']} onClick={() => actions.open(tile.key)}>
      <TileBody tile={tile} name={<AppName name={tile.name} edition="" marks={marks} />}>
        <About text={tile.about} />
      </TileBody>
    </button>
    <Star name={tile.name} isOn={isStarred} onPress={() => actions.star(tile.key)} />
  </li>
)

const About = ({ text }: { text: string }) => (
  <span className={styles['about']} title={text}>
    {text}
  </span>
)

interface TileBodyProps {
  tile: Pick<CentreTile, 'logo' | 'category' | 'waits'>
  name: ReactNode
  isOff?: boolean
  children: ReactNode
}

const TileBody = ({ tile: { logo, category, waits }, name, isOff = false, children }: TileBodyProps) => (
  <>
    <span className={styles['picture']}>
      <AppIcon logo={logo} category={category} size={40} isOff={isOff} />
      <CountBadge count={waits} unit="条待办" />
    </span>
    <span className={styles['words']}>
      <span className={styles['name']}>{name}</span>
      {children}
    </span>
  </>
)

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

/** Why the application does not open, and what a click leads to. */
function NotOpenNote({ state }: { state: Exclude<CentreTile['state'], 'mine'> }): ReactNode {
  if (state === 'requested') {
    return (
      <span className={`${styles['about']} ${styles['requested']}`}>
        <Glyph of={ClockCircleOutlined} /> 申请中
      </span>
    )
  }
  const [why, action] = state === 'others' ? ['未对您开放', '查看开放对象'] : ['未开通', '申请开通']
  return (
    <span className={styles['about']}>
      {why}
      <span className={styles['act']}>{action}</span>
    </span>
  )
}
