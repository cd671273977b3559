import {
  ApartmentOutlined,
  DeleteOutlined,
  EditOutlined,
  ForkOutlined,
  MergeCellsOutlined,
  PlusOutlined,
  StopOutlined,
  CheckOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { dayTime } from '#packages/web/core/format/time.ts'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { historyKinds, type HistoryItem, type HistoryKind } from '../../contract.ts'
import { historyOf } from '../change-queries.ts'
import dots from '#packages/web/desk/dotted.module.css'
import styles from './organisation-history.module.css'

const icons: Record<HistoryKind, Icon> = {
  created: PlusOutlined,
  renamed: EditOutlined,
  moved: ApartmentOutlined,
  merged: MergeCellsOutlined,
  absorbed: MergeCellsOutlined,
  split: ForkOutlined,
  'split-off': ForkOutlined,
  forbidden: StopOutlined,
  opened: CheckOutlined,
  deleted: DeleteOutlined,
}

/** What became of an organisation, the newest first: names are those of then. */
export default function OrganisationHistory({ id }: { id: string }) {
  const query = useQuery(historyOf(id))
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonLines widths={[56, 40, 52]} />
  if (query.data.length === 0) return <p className={styles['none']}>还没有更名、调整或合并的记录</p>
  return (
    <ol className={styles['all']} aria-label="沿革">
      {query.data.map((item) => (
        <li key={item.id} className={styles['one']}>
          <span className={styles['disc']}>
            <Glyph of={icons[item.kind]} />
          </span>
          <p className={styles['what']}>
            <strong>{historyKinds[item.kind]}</strong>
            <time dateTime={item.at}>{dayTime(item.at)}</time>
          </p>
          <p className={`${styles['words']} ${dots['dotted']}`}>
            {wordsFor(item) && <span>{wordsFor(item)}</span>}
            {item.byName && <span>{item.byName}</span>}
          </p>
        </li>
      ))}
    </ol>
  )
}

const wordsFor = ({ before, after }: HistoryItem) => (before && after ? `${before} → ${after}` : before || after)
