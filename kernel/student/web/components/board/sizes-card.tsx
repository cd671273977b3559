import { ChartCard } from '#packages/web/desk/board/chart-card.tsx'
import { useSession } from '#packages/web/core/session.ts'
import { schoolFigures } from '../../board-queries.ts'
import { sizesOf } from '../../findings.ts'

/** How large the grades are, or the classes for whoever has but one grade. */
export default function SizesCard() {
  const orgId = useSession((session) => session.orgId)
  return (
    <ChartCard
      reading={schoolFigures}
      measure="在校生"
      unit="人"
      of="年级班级"
      kind="columns"
      show={(figures) => (figures ? sizesOf(figures, orgId) : { finding: '各年级人数', marks: [] })}
    />
  )
}
