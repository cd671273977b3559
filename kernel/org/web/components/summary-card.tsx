import { formatNumber } from '#packages/web/core/format/number.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { Figures, FiguresSkeleton } from '#packages/web/desk/board/figures.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { orgApi } from '../../contract.ts'
import { orgKey } from '../queries.ts'
import { listFigures, figureLabels } from './summary-figures.ts'

const summary = queryOf(orgKey, orgApi.summary)

/** Numbers of organisations and people below the user's, each with a link to the list. */
export default function SummaryCard() {
  const may = useMay()
  const mayPeople = may('user.read')
  return (
    <Card
      reading={summary}
      isBare
      skeleton={<FiguresSkeleton labels={figureLabels} />}
      readAloudText={(data) =>
        listFigures(data, mayPeople)
          .map(({ label, value, unit }) => `${label} ${formatNumber(value)} ${unit}`)
          .join('，')
      }
    >
      {(data) => <Figures figures={listFigures(data, mayPeople)} />}
    </Card>
  )
}
