import { ChartCard } from '#packages/web/desk/board/chart-card.tsx'
import { schoolFigures } from '../../board-queries.ts'
import { filesOf } from '../../findings.ts'

/** How complete the files of the pupils are, and where the gap is. */
export default function FilesCard() {
  return (
    <ChartCard
      reading={schoolFigures}
      measure="资料完整度"
      unit="%"
      of="资料"
      kind="rows"
      most={100}
      show={(figures) => (figures ? filesOf(figures) : { finding: '资料完整度', marks: [] })}
    />
  )
}
