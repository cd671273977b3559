import { useState } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { Chart } from '../chart/chart.tsx'
import { ViewSwitch } from '../chart/chart-tools.tsx'
import type { ChartProps } from '../chart/chart-props.ts'
import { SkeletonBar } from '../skeleton.tsx'
import { Card } from './card.tsx'
import type { EmptyCardState } from './card-state.tsx'
import chart from '../chart/chart.module.css'

/** The finding in the data, and the values that show it. */
export type ChartContent = Pick<ChartProps, 'finding' | 'marks'>

type Props<Data> = Pick<ChartProps, 'measure' | 'unit' | 'of' | 'kind' | 'most'> & {
  reading: QueryDefinition<Data>
  show: (data: Data) => ChartContent
  emptyState?: (data: Data) => EmptyCardState | undefined
  more?: { label: string; to: string }
}

/** A card whose title is the finding of its chart. It gets values; the query decides where they come from. */
export function ChartCard<Data>({ reading, show, emptyState, more, ...props }: Props<Data>) {
  const [isTable, setTable] = useState(false)
  return (
    <Card
      reading={reading}
      heading={(data) => show(data).finding}
      meta={() => <ViewSwitch isTable={isTable} onChange={setTable} />}
      skeleton={<Skeleton />}
      readAloudText={(data) => getReadAloudText(show(data), props.unit)}
      {...(emptyState && { emptyState })}
      {...(more && { more })}
    >
      {(data, readAt) => (
        <Chart {...props} series={[props.measure]} {...show(data)} readAt={readAt} isTable={isTable} isLight />
      )}
    </Card>
  )
}

const getReadAloudText = ({ finding, marks }: ChartContent, unit: string) =>
  `${finding}。${marks.map(({ label, values }) => `${label} ${formatNumber(values[0] ?? 0)} ${unit}`).join('，')}`

const Skeleton = () => (
  <>
    <p className={chart['about']}>
      <SkeletonBar width="40%" />
    </p>
    <div className={chart['blank']} />
  </>
)
