import { CloseOutlined, DownOutlined, EditOutlined, EllipsisOutlined, UpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { useBigText } from '#packages/web/core/big-text.ts'
import icon from '../icon-button.module.css'
import { usePageSearch } from '../page-search.tsx'
import { PageState } from '../page-state.tsx'
import { SlideOver } from '../slide-over.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { usePhone } from '../use-phone.ts'
import { Glyph } from '../glyph.tsx'
import { listRowActions, createRowMenuItems } from './action-items.ts'
import { DetailFacts } from './detail-facts.tsx'
import { useListKeys } from './use-list-keys.ts'
import { getRowPosition } from './row-position.ts'
import { getRowLinkId } from './row-link.ts'
import type { DetailSpec, RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'
import visuallyHidden from '../visually-hidden.module.css'
import styles from './detail-drawer.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  spec: DetailSpec<Detail>
  id: string
  /** The rows of the current page, to step through. */
  rows: readonly Row[]
  onStep: (id: string) => void
  onClose: () => void
}

/** The details of one row: beside the list, which stays usable; on a phone over it. */
export function DetailDrawer<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, spec, id, rows, onStep, onClose } = props
  const query = useQuery(spec.of(id))
  const { isFront } = usePageSearch()
  const root = useRef<HTMLDivElement>(null)
  const isPhone = usePhone()
  const isBig = useBigText()
  const [title, stepTo, isStepped] = useTitleFocus(id, query.data !== undefined, onStep)
  // Stepping to the next row keeps the tab.
  const [tab, setTab] = useState<string>()
  const at = rows.findIndex((row) => row.id === id)
  const { number, total } = getRowPosition(model, at)
  const before = rows[at - 1]
  const after = at < 0 ? undefined : rows[at + 1]
  useFocusBack(id)
  const go = (to: RowWithId | undefined) => {
    if (to) stepTo(to.id)
    return to !== undefined
  }
  useListKeys(isFront, root, { before: () => go(before), after: () => go(after) })

  const head = (
    <div ref={root} className={styles['head']}>
      {at >= 0 && (
        <>
          <span className={styles['position']}>{`${number} / ${total}`}</span>
          <Step label="上一个" icon={<Glyph of={UpOutlined} />} to={before} onStep={stepTo} />
          <Step label="下一个" icon={<Glyph of={DownOutlined} />} to={after} onStep={stepTo} />
        </>
      )}
      <div className={styles['right']}>
        {query.data && <DetailActionButtons model={model} detail={query.data} />}
        <Button type="text" icon={<Glyph of={CloseOutlined} />} aria-label="关闭" title="关闭" onClick={onClose} />
      </div>
      <p className={visuallyHidden['only']} aria-live="polite">
        {isStepped && at >= 0 && query.data && `${spec.name(query.data)}，第 ${number} 个，共 ${total} 个`}
      </p>
    </div>
  )
  const body = query.data ? (
    <DetailFacts spec={spec} detail={query.data} title={title} tab={tab} onTab={setTab} />
  ) : query.isError ? (
    <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <SkeletonLines widths={[48, 72, 60, 66, 54, 62]} />
  )

  if (isPhone || isBig) {
    return (
      <SlideOver from="right" label="详情" onClose={onClose}>
        {head}
        {body}
      </SlideOver>
    )
  }
  return (
    <aside className={styles['panel']} aria-label="详情">
      {head}
      <div className={styles['body']} key={id}>
        {body}
      </div>
    </aside>
  )
}

/**
 * Screen readers start at the title of the opened details; after a step the focus stays on the button and the title is
 * announced.
 */
function useTitleFocus(id: string, isThere: boolean, onStep: (id: string) => void) {
  const title = useRef<HTMLHeadingElement>(null)
  const focusedId = useRef('')
  const [stepped, setStepped] = useState('')
  useEffect(() => {
    // A step by key from within the facts loses the focused element.
    const isAdrift = document.activeElement === document.body
    if (!isThere || (focusedId.current === id && !isAdrift)) return
    focusedId.current = id
    title.current?.focus({ preventScroll: true })
  }, [isThere, id])
  const stepTo = (to: string) => {
    focusedId.current = to
    setStepped(to)
    onStep(to)
  }
  return [title, stepTo, stepped === id] as const
}

/**
 * When the drawer closes with the focus in it, the focus returns to the row, or to the element that opened the drawer.
 */
function useFocusBack(id: string) {
  const [opener] = useState(() => document.activeElement)
  const latest = useRef(id)
  useEffect(() => {
    latest.current = id
  })
  useEffect(
    () => () => {
      // A focus that is elsewhere, for example in the tree, stays there.
      if (document.activeElement !== document.body) return
      const row = document.getElementById(getRowLinkId(latest.current))
      const known = opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : undefined
      ;(row ?? known ?? document.querySelector('main'))?.focus()
    },
    [opener],
  )
}

/** The actions of the open row, as in its menu. */
function DetailActionButtons<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
  detail: Detail
}) {
  const { model, detail } = props
  const isPhone = usePhone()
  // On a phone there is room for one button beside the menu.
  const [primary, others] = partition(model.actions, ({ isPrimary = false }) => isPrimary && !isPhone)
  const items = createRowMenuItems<Row>(others, model.actionRunner, detail)
  return (
    <>
      {model.rowForm.canEdit(detail) && (
        <Button icon={<Glyph of={EditOutlined} />} title="E" onClick={() => model.rowForm.edit(detail)}>
          编辑
        </Button>
      )}
      {listRowActions<Row>(primary, detail).map((action) => (
        <Button
          key={action.key}
          danger={action.isDanger ?? false}
          onClick={() => model.actionRunner.start(action, { ids: [detail.id] }, 1, [detail])}
        >
          {action.label}
        </Button>
      ))}
      {items.length > 0 && (
        <SmallMenu
          label="更多操作"
          isIcon
          button={<Glyph of={EllipsisOutlined} />}
          className={icon['button']!}
          items={items}
        />
      )}
    </>
  )
}

const partition = <Thing,>(things: readonly Thing[], isFirst: (thing: Thing) => boolean) =>
  [things.filter(isFirst), things.filter((thing) => !isFirst(thing))] as const

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
      // Not disabled: that would move the focus out of the drawer at either end of the list.
      aria-disabled={!to}
      onClick={() => to && onStep(to.id)}
    />
  )
}
