import { ChartCard } from '#packages/web/desk/board/chart-card.tsx'
import { useSession } from '#packages/web/core/session.ts'
import { schoolFiguresQuery } from '../../board-queries.ts'
import { getSizesChart } from '../../chart-findings.ts'

/** The sizes of grades, or of classes if there is only one grade. */
export default function SizesCard() {
  const orgId = useSession((session) => session.orgId)
  return (
    <ChartCard
      reading={schoolFiguresQuery}
      measure="在校生"
      unit="人"
      of="年级班级"
      kind="columns"
      show={(figures) => (figures ? getSizesChart(figures, orgId) : { finding: '各年级人数', marks: [] })}
    />
  )
}
