import { IdcardOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#packages/contract'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { Timeline } from '#packages/web/desk/timeline.tsx'
import { identityKinds } from '../../contract-identity.ts'
import { identityTimelineQuery } from '../log-queries.ts'

/** Everything that changed about how one person signs in, newest first. */
export function IdentityTimeline({ personId }: { personId: string }) {
  const query = useQuery(identityTimelineQuery(personId))
  return (
    <QueryState query={query} loading={<SkeletonLines widths={[60, 48]} />}>
      {(rows) => (
        <Timeline
          label="身份认证时间线"
          of={rows.map(({ id, at, kind, isOwn, byName, way, before, after }) => ({
            id,
            at,
            icon: IdcardOutlined,
            title: labelOf(identityKinds, kind),
            details: [
              isOwn ? '本人' : byName || '系统',
              way,
              before || after ? `${before || '空'} → ${after || '空'}` : '',
            ],
          }))}
        />
      )}
    </QueryState>
  )
}
