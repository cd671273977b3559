import { use, useState, type ReactNode } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { UndoAction } from '#packages/web/core/list/action-preview.ts'
import type { ListContext, RowWithId, SharedList } from '#packages/web/core/list/list-spec.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { getCreateLabel } from '#packages/web/core/list/noun.ts'
import { Bar } from '../bar.tsx'
import { Button } from '../button.tsx'
import { DeskLink } from '../desk-link.tsx'
import { Foot } from '../foot.tsx'
import { lazyComponent } from '../lazy-component.tsx'
import { StaffPermissionsContext } from '../module-parts.ts'
import { LightPage } from '../page.tsx'
import { useToast } from '../use-toast.tsx'
import { readFilter, writeFilter } from './list-address.ts'
import { ListRows } from './list-rows.tsx'
import { ListSearch } from './list-search.tsx'
import type { AnyList, AnyRow } from './any-list.ts'
import type { OpenForm } from './row-form.tsx'
import { useRows, type Filter } from './use-rows.ts'

// Most visits only read the list.
const RowDetail = lazyComponent(() => import('./row-detail.tsx').then((loaded) => loaded.RowDetail))
const RowForm = lazyComponent(() => import('./row-form.tsx').then((loaded) => loaded.RowForm))

interface PageProps {
  title: string
  /** Where the back button leads. */
  back: string
  /** The anchor in the handbook. */
  help: string
  /** The node of a tree whose rows are listed. */
  node?: string | null
  /** How many rows are loaded at once: a whole class, for example. */
  pageSize?: number
  /** Between the search field and the rows. */
  lead?: (isSearching: boolean) => ReactNode
  /** Below the rows. */
  foot?: ReactNode
  /** At the lower edge, where the list itself creates nothing: a foot with another action. */
  dock?: ReactNode
  /** The page of the desk, with everything that a phone does not offer. */
  deskUrl?: string
}

interface PhoneListProps<Row extends RowWithId, Detail extends Row, Values extends object> extends PageProps {
  list: SharedList<Row, Detail, Values>
  /** Beside a row: a call button. */
  tool?: (row: Row) => ReactNode
  /** Below the facts of an opened row: its text, its files. */
  below?: (row: Row | Detail) => ReactNode
  /** Called when a row is opened; returns what changes by that. */
  onOpen?: (row: Row) => Partial<Row> | void
}

/** A shared list on a phone: search, filters, cards, a sheet with the detail and the actions, and forms. */
export const PhoneList = <Row extends RowWithId, Detail extends Row, Values extends object>(
  props: PhoneListProps<Row, Detail, Values>,
) => (
  // The parts only pass rows of this list to its own functions, so they need not know the type of a row.
  <ListView {...(props as never as ViewProps)} />
)

/** A page that is a shared list. The back button leads home if nothing else is said. */
export const definePhoneList = <Row extends RowWithId, Detail extends Row, Values extends object>(
  list: SharedList<Row, Detail, Values>,
  { back = staffHome, ...page }: Pick<PageProps, 'title' | 'help' | 'deskUrl'> & { back?: string },
) =>
  function PhoneListPage() {
    return <PhoneList list={list} back={back} {...page} />
  }

interface ViewProps extends PageProps {
  list: AnyList
  tool?: (row: AnyRow) => ReactNode
  below?: (row: AnyRow) => ReactNode
  onOpen?: (row: AnyRow) => Partial<AnyRow> | void
}

function ListView({
  list,
  title,
  back,
  help,
  node = null,
  pageSize,
  lead,
  foot,
  dock,
  tool,
  below,
  onOpen,
  deskUrl,
}: ViewProps) {
  usePageTitle(title)
  const permissions = use(StaffPermissionsContext)
  const may = (permission: string) => permission === 'staff' || (permissions?.includes(permission) ?? false)
  const rows = useRows<AnyRow>(
    async ({ filter, ...page }, signal) =>
      filter['keyword'] && list.refuseKeyword?.(filter['keyword'])
        ? { itemCount: 0, pageCount: 0, items: [] }
        : list.page({ node, below: false, filter, sort: null, ...page }).queryFn({ signal }),
    readFilter(list, location.search),
    pageSize,
  )
  const context: ListContext = { node: node ?? undefined, isReady: true }
  const [openId, setOpenId] = useState(() => new URLSearchParams(location.search).get('open') ?? undefined)
  const [form, setForm] = useState<OpenForm>()
  const { showMessage, showWarning, toast } = useToast()
  const opened = rows.rows?.find(({ id }) => id === openId)
  const applyFilter = (filter: Filter) => {
    rows.setFilter(filter)
    writeFilter(list, filter)
  }
  const open = (row: AnyRow) => {
    const change = onOpen?.(row)
    if (change) rows.change(row.id, change)
    setOpenId(row.id)
  }
  const showForm = (next: OpenForm) => {
    setOpenId(undefined)
    setForm(next)
  }
  if (form) {
    const close = () => setForm(undefined)
    const finish = (message: string, undo?: UndoAction) => {
      close()
      // The user sees what was changed; 撤销 would be behind the sheet.
      if (form.kind !== 'create' && list.detail && !undo) setOpenId(form.row.id)
      rows.reload()
      showMessage(
        message,
        undo && (() => void undo().then(rows.reload, (error) => showWarning(getErrorMessage(error)))),
      )
    }
    return <RowForm form={form} noun={list.noun} context={context} deskUrl={deskUrl} onClose={close} onDone={finish} />
  }
  const { create, edit } = list
  return (
    <LightPage
      head={<Bar title={title} back={back} help={help} />}
      dock={
        <>
          {toast}
          {dock}
          {create && may(create.permission) && (create.when?.(context) ?? true) && (
            <Foot>
              <Button size="task" onClick={() => showForm({ kind: 'create', create })}>
                {getCreateLabel(list.noun, create)}
              </Button>
            </Foot>
          )}
        </>
      }
    >
      <ListSearch
        list={list}
        rows={rows.rows ?? []}
        filter={rows.filter}
        onSearch={rows.search}
        onFilter={applyFilter}
      />
      {lead?.(rows.keyword !== '')}
      <ListRows list={list} rows={rows} tool={tool} onOpen={open} onClear={() => applyFilter({})} />
      {rows.rows && foot}
      {deskUrl && rows.rows && <DeskLink to={deskUrl} />}
      {openId && (opened ?? list.detail) && (
        <RowDetail
          key={openId}
          list={list}
          id={openId}
          row={opened}
          actions={(list.actions ?? []).filter(({ permission }) => may(permission))}
          edit={edit && may(edit.permission) ? edit : undefined}
          below={below}
          onForm={showForm}
          onChanged={rows.reload}
          onMessage={showMessage}
          onWarning={showWarning}
          onClose={() => setOpenId((now) => (now === openId ? undefined : now))}
        />
      )}
    </LightPage>
  )
}
