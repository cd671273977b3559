import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DetailSection } from '#packages/web/desk/list/detail-section.tsx'
import { handoverStatuses } from '../../contract.ts'
import { handoverQuery } from '../handover-queries.ts'

/** On 人员变动: how far the work of the person is handed over. Nothing for those who may not arrange it. */
export default function ChangeSection({ id }: { id: string }) {
  const { data } = useQuery({ ...handoverQuery({ changeId: id }), retry: false })
  const items = data?.groups.flatMap((group) => group.items) ?? []
  if (!data || items.length === 0) return null
  const left = items.filter(({ status }) => status === 'open').length
  const state = data.current ? handoverStatuses[data.current.status].label : '待交接'
  return (
    <DetailSection
      title="工作交接"
      aside={<Link to={`/baseData/Handover?userId=${data.userId}`}>{left > 0 ? '去交接' : '查看'}</Link>}
    >
      <p>{left > 0 ? `还有${left}项工作未交接，交接后才能同意。` : `${state}，共 ${items.length} 项。`}</p>
    </DetailSection>
  )
}
