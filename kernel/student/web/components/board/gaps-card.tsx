import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { DataGapRows, DataGapRowsSkeleton, type DataGap } from '#packages/web/desk/board/data-gap-rows.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import {
  accountCountsQuery,
  bindRequestCountQuery,
  schoolFiguresQuery,
  teachingGapsQuery,
} from '../../board-queries.ts'
import { listSchoolGaps } from '../../school-gaps.ts'
import { studentKey } from '../../student-tree.ts'

/** As many as fit into the card. */
const maxGapsShown = 5

const schoolGapsQuery = (client: QueryClient, may: (permission: string) => boolean): QueryDefinition<DataGap[]> => ({
  queryKey: [...studentKey, 'school-figures', 'gaps', may('student.account'), may('user.read'), may('class.read')],
  queryFn: async () => {
    const [school, requests, accounts, teaching] = await Promise.all([
      client.fetchQuery(schoolFiguresQuery),
      may('student.account') ? client.fetchQuery(bindRequestCountQuery) : 0,
      may('user.read') ? client.fetchQuery(accountCountsQuery) : null,
      may('class.read') ? client.fetchQuery(teachingGapsQuery) : null,
    ])
    return listSchoolGaps({ school, requests, accounts, teaching }, may)
  },
})

/** The gaps of a school, with the actions that fix them. */
export default function GapsCard() {
  const may = useMay()
  const client = useQueryClient()
  return (
    <Card
      reading={schoolGapsQuery(client, may)}
      count={(all) => all.length}
      skeleton={<DataGapRowsSkeleton rows={maxGapsShown} />}
      emptyState={(all) =>
        all.length === 0 ? { kind: 'rest', title: '都齐了', text: '班级、学生资料、账号和任课没有缺项。' } : undefined
      }
      readAloudText={(all) => all.map(({ count, text }) => `${count} ${text}`).join('，')}
    >
      {(all) => <DataGapRows gaps={all.slice(0, maxGapsShown)} />}
    </Card>
  )
}
