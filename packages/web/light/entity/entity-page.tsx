import { useState, type FormEvent } from 'react'
import type { AnyEntity, AnyField, CreateOf, EntityRoutes, FieldMap } from '#packages/contract/entity/index.ts'
import type { State } from '#packages/contract/labels.ts'
import { call } from '#packages/web/core/call.ts'
import { getFieldText } from '#packages/web/core/field-text.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '../bar.tsx'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Button } from '../button.tsx'
import { Foot } from '../foot.tsx'
import { Note } from '../note.tsx'
import { LightPage } from '../page.tsx'
import { DetailList, DetailRow } from '../row.tsx'
import { EmptyState, InlineLoadError, OfflineNote, PageLoadError, Skeleton } from '../state-notice.tsx'
import { Tag } from '../tag.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOnline } from '../use-online.ts'
import { useToast } from '../use-toast.tsx'
import { EntityForm } from './entity-form.tsx'
import type { SearchReferences } from './reference-field.tsx'
import { useRows, type EntityRow } from './use-rows.ts'
import styles from './entity-page.module.css'

type Api<E extends AnyEntity> = Pick<EntityRoutes<E>, 'list'> & Partial<EntityRoutes<E>>

export interface EntityPageProps<E extends AnyEntity> {
  entity: E
  api: Api<E>
  /** Where the back button leads. */
  back: string
  /** The anchor in the handbook. */
  help: string
  empty: { title: string; text: string }
  /** Values that the page knows: the form does not ask for them. */
  fixed?: Partial<CreateOf<E>> & { orgId?: string | null }
  /** The permissions of the user: without them rows can only be read. */
  permissions?: readonly string[]
  /** How the references of the form are searched. */
  references?: Readonly<Record<string, SearchReferences>>
}

/** The rows of an entity on a phone: cards with search, a sheet with the detail, and a form. */
export function EntityPage<E extends AnyEntity>(props: EntityPageProps<E>) {
  const { entity, back, help, empty, permissions = [], references = {} } = props
  const fixed: Readonly<Record<string, unknown>> = props.fixed ?? {}
  // One entity has one set of routes; their types are checked by the props.
  const api = props.api as Api<AnyEntity>
  const { title, access } = entity
  usePageTitle(title)
  const list = useRows(
    (query) => call(api.list, { query: { ...query, orgId: fixed['orgId'] ?? null } as never }) as never,
  )
  const [opened, setOpened] = useState<EntityRow>()
  const [form, setForm] = useState<{ row: EntityRow | undefined }>()
  const { showMessage, toast } = useToast()
  const may = (right: string | undefined) => right === 'staff' || permissions.includes(right ?? '')
  const mayCreate = api.create !== undefined && may(access.create ?? access.update)
  const mayEdit = api.update !== undefined && may(access.update)

  if (form) {
    const save = async (values: Readonly<Record<string, unknown>>) => {
      const body = { ...values, ...fixed }
      await (form.row
        ? call(api.update!, { body: { ...body, id: form.row.id, version: form.row['version'] as number } })
        : call(api.create!, { body }))
      setForm(undefined)
      list.reload()
      showMessage(form.row ? `已保存${title}` : `已新建${title}`)
    }
    const close = () => setForm(undefined)
    return (
      <EntityForm entity={entity} row={form.row} fixed={fixed} references={references} onSave={save} onClose={close} />
    )
  }
  const create = mayCreate && (
    <Foot>
      <Button size="task" onClick={() => setForm({ row: undefined })}>
        新建{title}
      </Button>
    </Foot>
  )
  return (
    <LightPage
      head={<Bar title={title} back={back} help={help} />}
      dock={
        <>
          {toast}
          {create}
        </>
      }
    >
      <Search labels={entity.list.search.map((name) => fieldsOf(entity)[name]!.label)} onSearch={list.search} />
      <Rows entity={entity} list={list} empty={empty} onOpen={setOpened} />
      {opened && (
        <Detail
          entity={entity}
          row={opened}
          read={api.get && (() => call(api.get!, { query: { id: opened.id } }) as Promise<EntityRow>)}
          onEdit={mayEdit ? (row) => [setOpened(undefined), setForm({ row })] : undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
    </LightPage>
  )
}

const fieldsOf = (entity: AnyEntity) => entity.fields as FieldMap

function Search({ labels, onSearch }: { labels: readonly string[]; onSearch: (keyword: string) => void }) {
  const [text, setText] = useState('')
  if (labels.length === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <form className={styles['search']} role="search" onSubmit={submit}>
      <input
        type="search"
        aria-label="搜索"
        enterKeyHint="search"
        maxLength={50}
        placeholder={labels.join('、')}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          // The cross of the field empties it without a key press.
          if (target.value === '') onSearch('')
        }}
      />
      <Button kind="tint" size="small" type="submit">
        搜索
      </Button>
    </form>
  )
}

interface RowsProps {
  entity: AnyEntity
  list: ReturnType<typeof useRows>
  empty: { title: string; text: string }
  onOpen: (row: EntityRow) => void
}

function Rows({ entity, list, empty, onOpen }: RowsProps) {
  const isOnline = useOnline()
  const { rows, keyword, isLoading, hasFailed, hasMore, at } = list
  if (!rows) return hasFailed ? <PageLoadError onRetry={list.reload} /> : <Skeleton />
  if (rows.length === 0 && keyword)
    return (
      <EmptyState title="没有找到">
        没有与“{keyword}”相符的{entity.title}。
      </EmptyState>
    )
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>
  return (
    <>
      {!isOnline && <OfflineNote at={formatDayTime(at)} />}
      <ul className={styles['list']}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={styles['row']} onClick={() => onOpen(row)}>
              <span className={styles['name']}>
                <span>{getNameText(entity, row)}</span>
                <RowTag entity={entity} row={row} />
              </span>
              <span className={styles['facts']}>{listFacts(entity, row).join('，')}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasFailed && <Note kind="error">没有加载成功，请检查网络后重试</Note>}
      {(hasMore || hasFailed) && (
        <Button kind="plain" busy={isLoading && '正在加载…'} onClick={hasFailed ? list.retry : list.loadMore}>
          {hasFailed ? '重试' : '更多'}
        </Button>
      )}
    </>
  )
}

const getNameText = (entity: AnyEntity, row: EntityRow) => String(row[entity.name] as string)
const isPlainFact = (entity: AnyEntity, name: string) =>
  fieldsOf(entity)[name]!.kind !== 'status' && name !== entity.disabled
const listFacts = (entity: AnyEntity, row: EntityRow) =>
  entity.list.columns
    .filter((name) => isPlainFact(entity, name))
    .map((name) => getFieldText(fieldsOf(entity)[name]!, row[name]))
    .filter(Boolean)

const tagStates = {
  success: 'passed',
  info: 'underway',
  warning: 'waiting',
  error: 'refused',
  closed: 'draft',
} as const satisfies Record<State['tone'], string>

/** The state of a row, if it needs attention: one that nothing follows does not. */
function RowTag({ entity, row }: { entity: AnyEntity; row: EntityRow }) {
  if (entity.disabled && row[entity.disabled] === true) return <Tag state="draft">停用</Tag>
  const [name, field] = Object.entries(fieldsOf(entity)).find(([, { kind }]) => kind === 'status') ?? []
  const state = name && field!.states![row[name] as string]
  return state && state.next?.length ? <Tag state={tagStates[state.tone]}>{state.label}</Tag> : null
}

/** The part of an attachment that a phone shows. */
interface ShownFile {
  id: string
  name: string
  url: string
  /** Null if there is no thumbnail. */
  thumbUrl: string | null
}

const FileLinks = ({ files }: { files: readonly ShownFile[] }) => (
  <span className={styles['files']}>
    {files.map(({ id, name, url, thumbUrl }) => (
      <a key={id} href={url} target="_blank" rel="noreferrer">
        {thumbUrl ? <img src={thumbUrl} alt={name} /> : name}
      </a>
    ))}
  </span>
)

interface DetailProps {
  entity: AnyEntity
  row: EntityRow
  /** Reads the whole row, where the list has not all fields. */
  read: (() => Promise<EntityRow>) | undefined
  onEdit: ((row: EntityRow) => void) | undefined
  onClose: () => void
}

function Detail({ entity, row, read, onEdit, onClose }: DetailProps) {
  const loaded = useLoaded(row.id, read ?? (() => Promise.resolve(row)))
  const hasFailed = loaded.answer === 'failed'
  const whole = loaded.answer === 'failed' ? undefined : loaded.answer
  const names = [...new Set([...entity.list.columns, ...(entity.detail ?? [])])]
  const facts = names.flatMap((name) => {
    const field: AnyField = fieldsOf(entity)[name]!
    const value = (whole ?? row)[name]
    const text = getFieldText(field, value)
    const shown = field.kind === 'files' && text ? <FileLinks files={value as readonly ShownFile[]} /> : text
    return text ? [{ name, label: field.label, shown }] : []
  })
  return (
    <BottomSheet title={getNameText(entity, row)} onClose={onClose}>
      <DetailList>
        {facts.map(({ name, label, shown }) => (
          <DetailRow key={name} label={label}>
            {shown}
          </DetailRow>
        ))}
      </DetailList>
      {hasFailed && <InlineLoadError onRetry={loaded.again} />}
      {onEdit && whole && (
        <Button size="task" kind="tint" onClick={() => onEdit(whole)}>
          编辑
        </Button>
      )}
    </BottomSheet>
  )
}
