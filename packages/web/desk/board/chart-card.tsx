import { useState } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { numberWords } from '#packages/web/core/format/number.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { Chart } from '../chart/chart.tsx'
import type { ChartProps } from '../chart/marks.ts'
import { SkeletonBar } from '../skeleton.tsx'
import { Card } from './card.tsx'
import type { Nothing } from './card-state.tsx'
import chart from '../chart/chart.module.css'

/** What is seen in the data, and the values that show it. */
export type Shown = Pick<ChartProps, 'finding' | 'marks'>

type Props<Data> = Pick<ChartProps, 'measure' | 'unit' | 'of' | 'kind' | 'most'> & {
  reading: Reading<Data>
  show: (data: Data) => Shown
  nothing?: (data: Data) => Nothing | undefined
  more?: { label: string; to: string }
}

/** A card whose title is what its chart says. It takes values: where they come from is the business of the reading. */
export function ChartCard<Data>({ reading, show, nothing, more, ...props }: Props<Data>) {
  const [isTable, setTable] = useState(false)
  const isBig = useBigText()
  return (
    <Card
      reading={reading}
      heading={(data) => show(data).finding}
      meta={() => !isBig && <ViewSwitch isTable={isTable} onChange={setTable} />}
      skeleton={<Skeleton />}
      aloud={(data) => aloudOf(show(data), props.unit)}
      {...(nothing && { nothing })}
      {...(more && { more })}
    >
      {(data, readAt) => <Chart {...props} {...show(data)} readAt={readAt} isTable={isTable} />}
    </Card>
  )
}

const aloudOf = ({ finding, marks }: Shown, unit: string) =>
  `${finding}。${marks.map(({ label, value }) => `${label} ${numberWords(value)} ${unit}`).join('，')}`

const ViewSwitch = ({ isTable, onChange }: { isTable: boolean; onChange: (isTable: boolean) => void }) => (
  <span className={chart['switch']} role="group" aria-label="显示方式">
    {[false, true].map((one) => (
      <button
        key={String(one)}
        type="button"
        className={chart['choice']}
        aria-pressed={isTable === one}
        onClick={() => onChange(one)}
      >
        {one ? '表格' : '图'}
      </button>
    ))}
  </span>
)

const Skeleton = () => (
  <>
    <p className={chart['about']}>
      <SkeletonBar width="40%" />
    </p>
    <div className={chart['blank']} />
  </>
)
