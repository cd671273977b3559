import { PlusOutlined } from '@ant-design/icons'
import { lazy, Suspense, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { getCreateLabel } from '#packages/web/core/list/noun.ts'
import { Button } from '../button.tsx'
import { ActionLine, PageActions } from '../action-line.tsx'
import { Glyph } from '../glyph.tsx'
import { usePageSearch } from '../page-search.tsx'
import { usePhone } from '../use-phone.ts'
import type { ActionDialog as ActionDialogComponent } from './action-dialog.tsx'
import { LazyFormActionDialog } from './lazy-form-action-dialog.tsx'
import { DetailDrawer } from './detail-drawer.tsx'
import { RowFormDialog } from './row-form-dialog.tsx'
import { useListKeys, type ListKeyActions } from './use-list-keys.ts'
import { createListKeyActions } from './list-key-actions.ts'
import { ListCard } from './list-card.tsx'
import { PhoneList } from './phone-list.tsx'
import { useListState } from './list-state.ts'
import { ImportExportButtons, ExportDialog } from './import-export-buttons.tsx'
import type { ListSpec, RowWithId } from './list-spec.ts'
import { useListModel, type ListModel } from './use-list-model.ts'
import { FullPageDetail } from './full-page-detail.tsx'
import { ViewsLine } from './views-line.tsx'
import styles from './list-page.module.css'

// Loaded on demand, because most visits only read.
const ActionDialog = lazy(async () => {
  const { ActionDialog: dialog } = await import('./action-dialog.tsx')
  return { default: dialog }
}) as unknown as typeof ActionDialogComponent

/** A page that is a list. */
export const defineListPage = <Row extends RowWithId, Detail extends Row = Row, Values extends object = never>(
  spec: ListSpec<Row, Detail, Values>,
) =>
  function Page() {
    return <ListPage spec={spec} />
  }

/** A list with parameters, which are the properties of the page: plain values, each combination with its own list. */
export const defineListPageOf = <
  Params extends object,
  Row extends RowWithId,
  Detail extends Row = Row,
  Values extends object = never,
>(
  createSpec: (params: Params) => ListSpec<Row, Detail, Values>,
) =>
  function Page(params: Params) {
    const key = JSON.stringify(params)
    // oxlint-disable-next-line react/exhaustive-deps -- the key is the parameters by value
    const spec = useMemo(() => createSpec(params), [key])
    return <ListPage key={key} spec={spec} />
  }

const listContext = { node: undefined, isReady: true }

/** The same for a specification that depends on loaded data. */
export function ListPage<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  spec: ListSpec<Row, Detail, Values>
}) {
  const { spec } = props
  const [listState, move] = useListState(spec)
  const model = useListModel(spec, listState, move, listContext)
  const isPhone = usePhone()
  return (
    <ListFrame model={model}>
      {isPhone ? (
        <PhoneList
          model={model}
          where={
            <>
              {spec.note && <div className={styles['note']}>{spec.note}</div>}
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

/** The frame of a list in any layout: its dialogs, and its keys. */
export function ListFrame<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: FrameProps<Row, Detail, Values>,
) {
  const { model, children } = props
  const { spec, listState, move, list, rowForm } = model
  const { isFront } = usePageSearch()
  const root = useRef<HTMLDivElement>(null)
  const open = listState.open
  const whole = spec.detail && 'whole' in spec.detail && open ? spec.detail : undefined
  useListKeys(isFront && !rowForm.isLong, root, keysWith(createListKeyActions(model), whole !== undefined))
  return (
    <div ref={root} className={styles['frame']}>
      <div className={rowForm.isLong || whole ? styles['behind'] : styles['front']}>
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
        <div className={rowForm.isLong ? styles['behind'] : styles['form']}>
          <FullPageDetail model={model} spec={whole} id={open} />
        </div>
      )}
      <PendingActionDialog model={model} />
      <RowFormDialog model={model} />
      <ExportDialog model={model} />
    </div>
  )
}

/** A list behind a form or details page handles only Escape. */
const keysWith = ({ escape, ...keys }: ListKeyActions, isBehind: boolean): ListKeyActions => ({
  ...(!isBehind && keys),
  ...(escape && { escape }),
})

/** The dialog of the pending action. */
function PendingActionDialog<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
}) {
  const { spec, actionRunner, refresh } = props.model
  const { pending } = actionRunner
  if (!pending) return null
  if (pending.kind === 'plain')
    return (
      <Suspense>
        <ActionDialog spec={spec} actionRunner={actionRunner} pending={pending} />
      </Suspense>
    )
  if (pending.kind === 'requested')
    return <LazyFormActionDialog spec={spec} actionRunner={actionRunner} pending={pending} />
  return <Suspense>{pending.action.open(pending.row, { close: actionRunner.cancel, refresh })}</Suspense>
}

interface WideProps<Row extends RowWithId, Detail extends Row, Values extends object> extends FrameProps<
  Row,
  Detail,
  Values
> {
  note?: ReactNode
  /** The element of the panes, for moving between them. */
  panes?: RefObject<HTMLDivElement | null>
}

/** The lines above the list on a wide screen: title and buttons, views. */
export function WidePage<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: WideProps<Row, Detail, Values>,
) {
  const { model, note, panes, children } = props
  const { spec, views, rowForm, refresh } = model
  return (
    <div className={styles['page']}>
      <ActionLine note={note}>
        <PageActions refresh={refresh} />
        <ImportExportButtons model={model} />
        {rowForm.canCreate && (
          <Button type="primary" icon={<Glyph of={PlusOutlined} />} title="N" onClick={rowForm.create}>
            {getCreateLabel(spec.noun, spec.create)}
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
