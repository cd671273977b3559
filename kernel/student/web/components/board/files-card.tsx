import { ChartCard } from '#packages/web/desk/board/chart-card.tsx'
import { schoolFiguresQuery } from '../../board-queries.ts'
import { getFilesChart } from '../../chart-findings.ts'

/** How complete the files of the pupils are, and where the gap is. */
export default function FilesCard() {
  return (
    <ChartCard
      reading={schoolFiguresQuery}
      measure="资料完整度"
      unit="%"
      of="资料"
      kind="rows"
      most={100}
      show={(figures) => (figures ? getFilesChart(figures) : { finding: '资料完整度', marks: [] })}
    />
  )
}
