import { CloseOutlined } from '@ant-design/icons'
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import type { DrillDownListProps } from '#packages/web/core/module.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { PageState } from '../page-state.tsx'
import { SlideOver } from '../slide-over.tsx'
import { usePhone } from '../use-phone.ts'
import { useWindowKeys } from '../use-window-keys.ts'
import { usePageSearch } from '../page-search.tsx'
import styles from './drill-down-drawer.module.css'

interface Props {
  title: string
  /** From the period to the number: 2026年11月, 在校学生, 三年级, 男. */
  path: readonly string[]
  /** The address of the list. */
  link: string
  List: ComponentType<DrillDownListProps>
  onClose: () => void
}

/** The rows behind a number, beside the numbers, which stay usable; on a phone and with large text over them. */
export function DrillDownDrawer({ title, path, link, List, onClose }: Props) {
  const isPhone = usePhone()
  const isOver = useBigText() || isPhone
  const heading = useRef<HTMLHeadingElement>(null)
  const content = (
    <>
      <header className={styles['head']}>
        <h2 ref={heading} className={styles['title']} tabIndex={-1}>
          {title}
        </h2>
        <Button type="text" icon={<Glyph of={CloseOutlined} />} aria-label="关闭" title="关闭" onClick={onClose} />
      </header>
      <ol className={styles['path']} aria-label="数字的位置">
        {path.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ol>
      <div className={styles['body']}>
        <Suspense fallback={<PageState status="loading" />}>
          <List to={link} />
        </Suspense>
      </div>
      <footer className={styles['foot']}>
        <Link className={styles['open']} to={link}>
          打开列表
        </Link>
      </footer>
    </>
  )
  // The first focus, and that of the next number.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [link])
  if (isOver)
    return (
      <SlideOver from="right" label={title} onClose={onClose}>
        {content}
      </SlideOver>
    )
  return (
    <Panel label={title} onClose={onClose}>
      {content}
    </Panel>
  )
}

function Panel({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const { isFront } = usePageSearch()
  const [opener] = useState(() => document.activeElement)
  useWindowKeys(
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      event.preventDefault()
      onClose()
    },
    { isOn: isFront },
  )
  // A focus that is elsewhere by then stays there.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
  return (
    <aside className={styles['panel']} aria-label={label}>
      {children}
    </aside>
  )
}
