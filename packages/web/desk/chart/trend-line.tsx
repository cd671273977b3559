import styles from './trend-line.module.css'

const [width, height, edge] = [96, 28, 3]

/** A small line without axes, beside a number that says the same; a gap stays a gap. Its text is that of the number. */
export function TrendLine({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const place = (value: number, at: number) => {
    const x = edge + (at * (width - 2 * edge)) / (values.length - 1)
    const share = most === least ? 0.5 : (value - least) / (most - least)
    return `${x.toFixed(1)} ${(height - edge - share * (height - 2 * edge)).toFixed(1)}`
  }
  const path = values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${place(value, at)}`))
    .join('')
  const last = values.findLastIndex((value) => value !== null)
  const [x, y] = place(values[last]!, last).split(' ')
  return (
    <svg className={styles['line']} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <path d={path} />
      <circle cx={x} cy={y} r={2} />
    </svg>
  )
}
