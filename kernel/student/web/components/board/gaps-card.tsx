import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Reading } from '#packages/web/core/query-client.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { GapRows, GapRowsSkeleton, type Gap } from '#packages/web/desk/board/gap-rows.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { accountCounts, bindRequestCount, schoolFigures, teachingGaps } from '../../board-queries.ts'
import { gapsOf } from '../../gaps.ts'
import { studentKey } from '../../tree.ts'

/** As many as the card is high. */
const shown = 5

const gaps = (client: QueryClient, may: (permission: string) => boolean): Reading<Gap[]> => ({
  queryKey: [...studentKey, 'school-figures', 'gaps', may('student.account'), may('user.read'), may('class.read')],
  queryFn: async () => {
    const [school, requests, accounts, teaching] = await Promise.all([
      client.fetchQuery(schoolFigures),
      may('student.account') ? client.fetchQuery(bindRequestCount) : 0,
      may('user.read') ? client.fetchQuery(accountCounts) : null,
      may('class.read') ? client.fetchQuery(teachingGaps) : null,
    ])
    return gapsOf({ school, requests, accounts, teaching }, may)
  },
})

/** What a school still lacks, and the act that mends it. */
export default function GapsCard() {
  const may = useMay()
  const client = useQueryClient()
  return (
    <Card
      reading={gaps(client, may)}
      count={(all) => all.length}
      skeleton={<GapRowsSkeleton rows={shown} />}
      nothing={(all) =>
        all.length === 0 ? { kind: 'rest', title: '都齐了', words: '班级、学生资料、账号和任课没有缺项。' } : undefined
      }
      aloud={(all) => all.map(({ count, words }) => `${count} ${words}`).join('，')}
    >
      {(all) => <GapRows gaps={all.slice(0, shown)} />}
    </Card>
  )
}
