import { ChartCard } from '#packages/web/desk/board/chart-card.tsx'
import { schoolFiguresQuery } from '../../board-queries.ts'
import { getFilesChart } from '../../chart-findings.ts'

/** How complete the pupils' files are, and the most frequent gap. */
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
