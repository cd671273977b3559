import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { PageState } from '../page-state.tsx'
import { Sheet } from '../sheet.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import { usePhone } from '../use-phone.ts'
import { rowLinkId } from './row-table.tsx'
import type { RowWithId, TreeListSpec } from './spec.ts'
import { Glyph } from '../glyph.tsx'
import styles from './detail.module.css'

interface Props<Row, Detail> {
  spec: TreeListSpec<Row, Detail>['detail']
  id: string
  /** The rows of the list as it stands, to step through. */
  rows: readonly Row[]
  onStep: (id: string) => void
  onClose: () => void
}

/** The details of one row: beside the list, which stays alive; on a phone over it. */
export function DetailDrawer<Row extends RowWithId, Detail>({ spec, id, rows, onStep, onClose }: Props<Row, Detail>) {
  const query = useQuery(spec.of(id))
  const isPhone = usePhone()
  const at = rows.findIndex((row) => row.id === id)
  const before = rows[at - 1]
  const after = at < 0 ? undefined : rows[at + 1]
  const close = () => {
    onClose()
    document.getElementById(rowLinkId(id))?.focus()
  }
  useKeys({ Escape: close, '[': () => before && onStep(before.id), ']': () => after && onStep(after.id) })

  const head = (
    <div className={styles['head']}>
      {at >= 0 && (
        <>
          <span className={styles['position']}>{`${at + 1} / ${rows.length}`}</span>
          <Step label="上一个" icon={<Glyph of={UpOutlined} />} to={before} onStep={onStep} />
          <Step label="下一个" icon={<Glyph of={DownOutlined} />} to={after} onStep={onStep} />
        </>
      )}
      <Button
        type="text"
        className={styles['close']!}
        icon={<Glyph of={CloseOutlined} />}
        aria-label="关闭"
        title="关闭"
        onClick={close}
      />
    </div>
  )
  const body = query.data ? (
    <Facts spec={spec} detail={query.data} key={id} />
  ) : query.isError ? (
    <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <SkeletonLines widths={[48, 72, 60, 66, 54, 62]} />
  )

  if (isPhone) {
    return (
      <Sheet from="right" label="详情" onClose={onClose}>
        {head}
        {body}
      </Sheet>
    )
  }
  return (
    <aside className={styles['panel']} aria-label="详情">
      {head}
      <div className={styles['body']}>{body}</div>
    </aside>
  )
}

interface StepProps {
  label: string
  icon: ReactNode
  to: RowWithId | undefined
  onStep: (id: string) => void
}

function Step({ label, icon, to, onStep }: StepProps) {
  return (
    <Button
      type="text"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={!to}
      onClick={() => to && onStep(to.id)}
    />
  )
}

function Facts<Row, Detail>({ spec, detail }: { spec: TreeListSpec<Row, Detail>['detail']; detail: Detail }) {
  const title = useRef<HTMLHeadingElement>(null)
  // Readers begin with what was opened, not with whatever was pressed.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <div className={styles['who']}>
        {spec.icon(detail)}
        <div>
          <h2 ref={title} tabIndex={-1} className={styles['name']}>
            {spec.name(detail)}
            {spec.tag(detail)}
          </h2>
          <p className={styles['about']}>
            {spec.about(detail).map((words) => (
              <span key={words}>{words}</span>
            ))}
          </p>
        </div>
      </div>
      {spec.sections(detail).map(({ title: heading, facts }, at) => (
        <section key={heading ?? at} className={styles['section']}>
          {heading && <h3>{heading}</h3>}
          <dl>
            {facts.map(({ label, value }) => (
              <div key={label} className={styles['fact']}>
                <dt>{label}</dt>
                <dd>{value === '' ? <span className={styles['none']}>—</span> : value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

/** Single keys, for as long as the drawer is open; never while somebody types. */
function useKeys(keys: Readonly<Record<string, () => unknown>>) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const types =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]')
      if (types || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      latest.current[event.key]?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
