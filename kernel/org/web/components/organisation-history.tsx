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
import type { Icon } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { Timeline } from '#packages/web/desk/timeline.tsx'
import { historyKinds, type HistoryItem, type HistoryKind } from '../../contract.ts'
import { organisationHistoryQuery } from '../change-queries.ts'
import styles from './organisation-history.module.css'

const icons: Record<HistoryKind, Icon> = {
  created: PlusOutlined,
  renamed: EditOutlined,
  moved: ApartmentOutlined,
  merged: MergeCellsOutlined,
  absorbed: MergeCellsOutlined,
  split: ForkOutlined,
  'split-off': ForkOutlined,
  disabled: StopOutlined,
  enabled: CheckOutlined,
  deleted: DeleteOutlined,
}

/** Events of an organisation, the latest first, with the names of that time. */
export default function OrganisationHistory({ id }: { id: string }) {
  const query = useQuery(organisationHistoryQuery(id))
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonLines widths={[56, 40, 52]} />
  if (query.data.length === 0) return <p className={styles['none']}>还没有更名、调整或合并的记录</p>
  const events = query.data.map((item) => ({
    id: item.id,
    at: item.at,
    icon: icons[item.kind],
    title: historyKinds[item.kind],
    details: [formatChange(item), item.byName],
  }))
  return <Timeline label="沿革" of={events} />
}

const formatChange = ({ before, after }: HistoryItem) => (before && after ? `${before} → ${after}` : before || after)
