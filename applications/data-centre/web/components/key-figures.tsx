import { Link } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { formatClock, formatDate, formatWeekday } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { FiguresSkeleton } from '#packages/web/desk/board/figures.tsx'
import { TrendLine } from '#packages/web/desk/chart/trend-line.tsx'
import type { KeyFigure, KeyFigures, keyFigureSets } from '../../contract.ts'
import { keyFiguresQuery } from '../figure-queries.ts'
import styles from './key-figures.module.css'

const shortDay = (day: string) => day.slice(5)

/** 今天休息，下一个上课日 09-07 周一 */
const describeRest = ({ restUntil }: KeyFigures) =>
  restUntil
    ? `今天休息，下一个上课日 ${formatWeekday(new Date(`${restUntil}T00:00:00+08:00`)).slice('2026-'.length)}`
    : ''

const describeTime = ({ figures, restUntil, today }: KeyFigures) => {
  if (restUntil) return '今天休息'
  const newest = figures.reduce((latest, { asOf }) => (asOf !== null && asOf > latest ? asOf : latest), '')
  if (!newest) return undefined
  return formatDate(new Date(newest)) === today ? `更新于 ${formatClock(newest)}` : `更新于 ${shortDay(newest)}`
}

const formatValue = ({ value, isMasked, unit }: Pick<KeyFigure, 'value' | 'isMasked' | 'unit'>) => {
  if (isMasked) return '***'
  if (value === null) return '—'
  return unit === '%' ? `${formatNumber(value)}%` : formatNumber(value)
}

/** 比 11-18 多 3 */
function describeChange({ value, before, unit }: KeyFigure): string {
  if (!before || before.value === null || value === null) return ''
  const change = Math.round((value - before.value) * 100) / 100
  if (change === 0) return `与 ${shortDay(before.day)} 相同`
  const by = `${formatNumber(Math.abs(change))}${unit === '%' ? ' 个百分点' : ''}`
  return `比 ${shortDay(before.day)} ${change > 0 ? '多' : '少'} ${by}`
}

const describeComplete = ({ complete: { reported, expected } }: KeyFigure) =>
  expected > 1 ? `${formatNumber(reported)}/${formatNumber(expected)}` : ''

const readAloud = (figure: KeyFigure) =>
  [`${figure.title} ${formatValue(figure)}${figure.unit === '%' ? '' : figure.unit}`, describeChange(figure)]
    .filter(Boolean)
    .join('，')

/** Figures of the organisation, each a link to the page with the same number. */
export function KeyFiguresCard({ set }: { set: keyof typeof keyFigureSets }) {
  return (
    <Card
      reading={keyFiguresQuery(set)}
      meta={describeTime}
      skeleton={<FiguresSkeleton labels={['', '', '', '', '']} />}
      readAloudText={(data) => data.figures.map(readAloud).join('。')}
    >
      {(data) => (
        <>
          {data.restUntil && <p className={styles['rest']}>{describeRest(data)}</p>}
          <ul className={styles['figures']}>
            {data.figures.map((figure) => (
              <li key={figure.code} className={styles['figure']}>
                <OneFigure figure={figure} today={data.today} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function OneFigure({ figure, today }: { figure: KeyFigure; today: string }) {
  const { title, unit, note, day, trend, url } = figure
  const complete = describeComplete(figure)
  return (
    <Link to={url} className={styles['link']!} title={note}>
      <span className={styles['label']}>
        {title}
        {day !== today && <span className={styles['day']}>{shortDay(day)}</span>}
      </span>
      <span className={styles['main']}>
        <span className={styles['value']}>
          {formatValue(figure)}
          {unit !== '%' && <span className={styles['unit']}> {unit}</span>}
        </span>
        <TrendLine values={trend.map(({ value }) => value)} />
      </span>
      <span className={styles['note']}>
        <span>{describeChange(figure)}</span>
        {complete && <span title="已报的单位">{complete}</span>}
      </span>
    </Link>
  )
}
