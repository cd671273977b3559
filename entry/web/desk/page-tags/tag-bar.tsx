import { CloseOutlined, DownOutlined, PushpinFilled, ReloadOutlined } from '@ant-design/icons'
import { useLayoutEffect, useRef, type KeyboardEvent, type WheelEvent } from 'react'
import { Link } from 'react-router'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { toggleSidebarDestroyed, useSidebar } from '../shell/sidebar-state.ts'
import { homeTag } from '../page-list.ts'
import { listClosablePaths, listOtherPaths, type PageTag, type Tags } from './page-tags.ts'
import type { TagActions } from './use-tag-actions.ts'
import styles from './tag-bar.module.css'

interface Props {
  tags: Tags
  front: string | undefined
  actions: TagActions
}

/** The open pages as tabs: arrow keys move between them, Delete closes the focused one. */
export function TagBar({ tags, front, actions }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [front, tags.tags.length])
  // A vertical wheel scrolls the row sideways.
  const roll = ({ deltaX, deltaY }: WheelEvent) => {
    if (list.current && deltaX === 0) list.current.scrollLeft += deltaY
  }
  const pinned = tags.tags.filter(({ isPinned }) => isPinned)
  const rolling = tags.tags.filter(({ isPinned }) => !isPinned)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = entries.indexOf(event.target as HTMLElement)
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const to = steps[event.key]
    const tag = [...pinned, ...rolling][at]
    if (to !== undefined) entries.at(to % entries.length)?.focus()
    else if (event.key === ' ') entries[at]?.click()
    else if (event.key === 'Delete' && tag && !tag.isPinned) actions.close([tag.path])
    else return
    event.preventDefault()
  }
  // The only tab stop: the tag in front, or the first one.
  const stop = tags.tags.find(({ path }) => path === front) ?? pinned[0] ?? rolling[0]
  const item = (tag: PageTag) => (
    <TagItem
      key={tag.path}
      tag={tag}
      isFront={tag.path === front}
      isStop={tag === stop}
      isUnsaved={tags.unsaved.includes(tag.path)}
      onClose={() => actions.close([tag.path])}
    />
  )
  return (
    <nav className={styles['bar']} aria-label="页面标签">
      <div className={styles['tabs']} role="tablist" tabIndex={-1} aria-label="打开的页面" onKeyDown={press}>
        {/* Pinned tags stay visible, however far the others are scrolled. */}
        <div className={styles['pinned']} role="presentation">
          {pinned.map(item)}
        </div>
        <div ref={list} className={styles['list']} role="presentation" onWheel={roll}>
          {rolling.map(item)}
        </div>
      </div>
      <button
        type="button"
        className={icon['button']}
        aria-label="重新加载本页"
        title="重新加载本页"
        onClick={actions.refresh}
      >
        <Glyph of={ReloadOutlined} />
      </button>
      <TagMenu tags={tags} front={front} actions={actions} />
    </nav>
  )
}

interface ItemProps {
  tag: PageTag
  isFront: boolean
  isStop: boolean
  isUnsaved: boolean
  onClose: () => void
}

function TagItem({ tag: { title, address, isPinned }, isFront, isStop, isUnsaved, onClose }: ItemProps) {
  return (
    <div className={styles['tag']} role="presentation" data-front={isFront}>
      <Link
        to={address}
        role="tab"
        className={styles['link']!}
        aria-selected={isFront}
        tabIndex={isStop ? 0 : -1}
        onAuxClick={(event) => {
          if (event.button !== 1 || isPinned) return
          event.preventDefault()
          onClose()
        }}
      >
        {isPinned && <Glyph of={PushpinFilled} className={styles['pin']!} />}
        {title}
        {isUnsaved && (
          <span className={styles['dot']}>
            <span className={spoken['only']}>，有未保存的修改</span>
          </span>
        )}
      </Link>
      {!isPinned && (
        // For pointers: keyboard users have Delete, and a tablist may only contain tabs.
        <button
          type="button"
          className={styles['close']}
          tabIndex={-1}
          aria-hidden="true"
          title={`关闭${title}`}
          onClick={onClose}
        >
          <Glyph of={CloseOutlined} />
        </button>
      )}
    </div>
  )
}

function TagMenu({ tags, front, actions }: Props) {
  const { isDestroyed } = useSidebar()
  const tag = tags.tags.find(({ path }) => path === front)
  const others = listOtherPaths(tags, front ?? '')
  const all = listClosablePaths(tags)
  const item = (key: string, label: string, onSelect: () => void) => ({ key, label, onSelect })
  const items = [
    tag &&
      tag.path !== homeTag?.path &&
      item('pin', tag.isPinned ? '取消固定' : '固定', () => actions.togglePin(tag.path)),
    tag && !tag.isPinned && item('close', '关闭当前', () => actions.close([tag.path])),
    others.length > 0 && item('others', '关闭其他', () => actions.close(others)),
    all.length > 0 && item('all', '关闭全部', () => actions.close(all)),
    item('menu', isDestroyed ? '显示菜单' : '隐藏菜单', toggleSidebarDestroyed),
  ]
  return (
    <SmallMenu
      label="页面标签操作"
      isIcon
      className={icon['button']!}
      button={<Glyph of={DownOutlined} />}
      items={items.filter((one) => one !== false && one !== undefined)}
    />
  )
}
