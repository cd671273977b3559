import { PlusOutlined } from '@ant-design/icons'
import { lazy, Suspense, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from '../button.tsx'
import { ActionLine, PageActions } from '../action-line.tsx'
import { Glyph } from '../glyph.tsx'
import { usePageSearch } from '../page-search.tsx'
import { usePhone } from '../use-phone.ts'
import type { ActDialog as Acting } from './act-dialog.tsx'
import { AskedDialog } from './asked-dialog.tsx'
import { DetailDrawer } from './detail.tsx'
import { FillDialog } from './fill-dialog.tsx'
import { useListKeys, type KeyActions } from './keys.ts'
import { keysOf } from './list-keys.ts'
import { ListCard } from './list-card.tsx'
import { PhoneList } from './phone-list.tsx'
import { usePlace } from './place.ts'
import { SheetButtons, Taken } from './sheet-buttons.tsx'
import type { ListSpec, RowWithId } from './spec.ts'
import { useListModel, type ListModel } from './use-list-model.ts'
import { WholeDetail } from './whole-detail.tsx'
import { ViewsLine } from './views-line.tsx'
import styles from './list-page.module.css'

// Whoever only looks needs no dialog.
const ActDialog = lazy(async () => {
  const { ActDialog: dialog } = await import('./act-dialog.tsx')
  return { default: dialog }
}) as unknown as typeof Acting

/** A page that is a list. */
export const defineListPage = <Row extends RowWithId, Detail extends Row = Row, Values extends object = never>(
  spec: ListSpec<Row, Detail, Values>,
) =>
  function Page() {
    return <ListPage spec={spec} />
  }

const ground = { node: undefined, isReady: true }

/** The same for a specification that is made of what was read first. */
export function ListPage<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  spec: ListSpec<Row, Detail, Values>
}) {
  const { spec } = props
  const [place, move] = usePlace(spec)
  const model = useListModel(spec, place, move, ground)
  const isPhone = usePhone()
  return (
    <ListFrame model={model}>
      {isPhone ? (
        <PhoneList
          model={model}
          where={
            <>
              {typeof spec.note === 'string' ? <p className={styles['note']}>{spec.note}</p> : spec.note}
              {spec.figures}
            </>
          }
        />
      ) : (
        <WidePage model={model} note={spec.note}>
          <ListCard model={model} />
        </WidePage>
      )}
    </ListFrame>
  )
}

interface FrameProps<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  children: ReactNode
}

/** Around a list, whatever its form: what opens over it, and its keys. */
export function ListFrame<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: FrameProps<Row, Detail, Values>,
) {
  const { model, children } = props
  const { spec, place, move, list, filling } = model
  const { isFront } = usePageSearch()
  const root = useRef<HTMLDivElement>(null)
  const open = place.open
  const whole = spec.detail && 'whole' in spec.detail && open ? spec.detail : undefined
  useListKeys(isFront && !filling.isLong, root, keysWith(keysOf(model), whole !== undefined))
  return (
    <div ref={root} className={styles['frame']}>
      <div className={filling.isLong || whole ? styles['behind'] : styles['front']}>
        {children}
        {spec.detail && 'of' in spec.detail && open && (
          <DetailDrawer
            model={model}
            spec={spec.detail}
            id={open}
            rows={list.page?.items ?? []}
            onStep={(id) => move({ open: id }, { replace: true })}
            onClose={() => move({ open: undefined }, { replace: true })}
          />
        )}
      </div>
      {whole && open && (
        <div className={filling.isLong ? styles['behind'] : styles['form']}>
          <WholeDetail model={model} spec={whole} id={open} />
        </div>
      )}
      <Acted model={model} />
      <FillDialog model={model} />
      <Taken model={model} />
    </div>
  )
}

/** Of a list that waits behind a page only the way back is left. */
const keysWith = ({ escape, ...keys }: KeyActions, isBehind: boolean): KeyActions => ({
  ...(!isBehind && keys),
  ...(escape && { escape }),
})

/** The dialog of what is being done. */
function Acted<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
}) {
  const { spec, acting, refresh } = props.model
  const { pending } = acting
  if (!pending) return null
  if (pending.kind === 'plain')
    return (
      <Suspense>
        <ActDialog spec={spec} acting={acting} pending={pending} />
      </Suspense>
    )
  if (pending.kind === 'asked') return <AskedDialog spec={spec} acting={acting} pending={pending} />
  return <Suspense>{pending.act.open(pending.row, { close: acting.cancel, refresh })}</Suspense>
}

interface WideProps<Row extends RowWithId, Detail extends Row, Values extends object> extends FrameProps<
  Row,
  Detail,
  Values
> {
  note?: ReactNode
  /** Where the panes are, for whoever goes from one to the other. */
  panes?: RefObject<HTMLDivElement | null>
}

/** The lines over the list on a wide screen: title and buttons, views. */
export function WidePage<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: WideProps<Row, Detail, Values>,
) {
  const { model, note, panes, children } = props
  const { spec, views, filling, refresh } = model
  return (
    <div className={styles['page']}>
      <ActionLine note={note}>
        <PageActions refresh={refresh} />
        <SheetButtons model={model} />
        {filling.canCreate && (
          <Button type="primary" icon={<Glyph of={PlusOutlined} />} title="N" onClick={filling.create}>
            {spec.create?.label}
          </Button>
        )}
      </ActionLine>
      {views && <ViewsLine model={model} views={views} />}
      {spec.figures}
      <div ref={panes} className={styles['panes']}>
        {children}
      </div>
    </div>
  )
}
