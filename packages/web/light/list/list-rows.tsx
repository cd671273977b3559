import type { ReactNode } from 'react'
import type { State } from '#packages/contract/labels.ts'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { getSharedCard } from '#packages/web/core/list/columns.ts'
import { getCutNote } from '#packages/web/core/list/cut-note.ts'
import { getCountedNoun, getEmptyTitle } from '#packages/web/core/list/noun.ts'
import { Button, TextButton } from '../button.tsx'
import { Note } from '../note.tsx'
import { CallIcon } from '../part-icons.tsx'
import { EmptyState, OfflineNote, PageLoadError, Skeleton } from '../state-notice.tsx'
import { Tag } from '../tag.tsx'
import { useOnline } from '../use-online.ts'
import type { AnyList, AnyRow } from './any-list.ts'
import type { useRows } from './use-rows.ts'
import styles from './phone-list.module.css'

interface Props {
  list: AnyList
  rows: ReturnType<typeof useRows<AnyRow>>
  tool: ((row: AnyRow) => ReactNode) | undefined
  onOpen: (row: AnyRow) => void
  onClear: () => void
}

/** The rows as cards, or why there are none. */
export function ListRows({ list, rows: { rows, ...state }, tool, onOpen, onClear }: Props) {
  const isOnline = useOnline()
  const { keyword, filter, itemCount, isCut, isLoading, error, hasFailed, hasMore, at } = state
  if (!rows) return <NoRows error={error} hasFailed={hasFailed} onRetry={state.retry} />
  const refused = keyword ? list.refuseKeyword?.(keyword) : undefined
  if (refused) return <EmptyState title={refused.title}>{refused.text}</EmptyState>
  if (rows.length === 0)
    return Object.keys(filter).length > 0 ? (
      <EmptyState title="没有找到" next={!keyword && <TextButton onClick={onClear}>清除筛选</TextButton>}>
        {keyword ? `没有与“${keyword}”相符的${list.noun.name}。` : `没有符合条件的${list.noun.name}。`}
      </EmptyState>
    ) : (
      <Nothing list={list} />
    )
  return (
    <>
      {!isOnline && <OfflineNote at={formatDayTime(at)} />}
      <p className={styles['total']} role="status">
        {isCut ? getCutNote(itemCount) : `共 ${itemCount.toLocaleString()} ${list.unit ?? getCountedNoun(list.noun)}`}
      </p>
      <ul className={styles['list']}>
        {rows.map((row) => (
          <RowCard key={row.id} list={list} row={row} tool={tool?.(row)} onOpen={() => onOpen(row)} />
        ))}
      </ul>
      {hasFailed && <Note kind="error">没有加载成功，请检查网络后重试</Note>}
      {(hasMore || hasFailed) && (
        <Button kind="plain" busy={isLoading && '正在加载…'} onClick={hasFailed ? state.retry : state.loadMore}>
          {hasFailed ? '重试' : '更多'}
        </Button>
      )}
    </>
  )
}

function NoRows({ error, hasFailed, onRetry }: { error: unknown; hasFailed: boolean; onRetry: () => void }) {
  if (!hasFailed) return <Skeleton blocks={skeleton} />
  if (isMissingOrForbidden(error))
    return <EmptyState title="没有权限">您的账号不能查看这些内容，可以问本单位的管理员。</EmptyState>
  return <PageLoadError onRetry={onRetry} />
}
const skeleton = [
  [40, 70],
  [34, 62],
  [46, 74],
  [38, 58],
]

function Nothing({ list: { noun, empty } }: { list: AnyList }) {
  const shown = typeof empty === 'function' ? empty('') : empty
  return <EmptyState title={getEmptyTitle(noun, shown)}>{shown?.text}</EmptyState>
}

interface CardProps {
  list: AnyList
  row: AnyRow
  tool: ReactNode
  onOpen: () => void
}

function RowCard({ list, row, tool, onOpen }: CardProps) {
  const { kind, facts, state, phone, mark } = getSharedCard(list, row)
  const name = list.name.of(row)
  return (
    <li className={styles['item']}>
      <button type="button" className={styles['row']} onClick={onOpen}>
        <span className={styles['first']}>
          <span className={styles['names']}>
            <span className={styles['name']} data-off={list.name.isOff?.(row) ? '' : undefined}>
              {name}
            </span>
            {mark && <span className={styles['dot']}>{mark}</span>}
            {kind && <span className={styles['kind']}>{kind}</span>}
          </span>
          {state && <StateTag state={state} />}
        </span>
        {facts.length > 0 && <Facts facts={facts} />}
      </button>
      {phone && (
        <a className={styles['tool']} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} aria-label={`拨打${name}的电话`}>
          <CallIcon size={22} />
        </a>
      )}
      {tool}
    </li>
  )
}

/** A line breaks between two facts, not inside a date. */
const Facts = ({ facts }: { facts: readonly string[] }) => (
  <span className={styles['facts']}>
    {facts.map((fact, at) => (
      <span key={fact}>{at < facts.length - 1 ? `${fact}，` : fact}</span>
    ))}
  </span>
)

const tagStates = {
  success: 'passed',
  info: 'underway',
  warning: 'waiting',
  error: 'refused',
  closed: 'draft',
} as const satisfies Record<State['tone'], string>

export const StateTag = ({ state: { tone, label } }: { state: State }) => <Tag state={tagStates[tone]}>{label}</Tag>
