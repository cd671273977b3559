import type { EChartsCoreOption } from 'echarts/core'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { sumValues, type ChartProps } from './chart-props.ts'

/** Beside the colours, so that series can be told apart without them. The first bar is plain. */
const decals = [
  null,
  { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [1.5, 5.5], rotation: Math.PI / 4 },
  {
    symbol: 'circle',
    dashArrayX: [
      [6, 6],
      [0, 6, 6, 0],
    ],
    dashArrayY: [6, 0],
    symbolSize: 0.7,
  },
  { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 5] },
  { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [1.5, 5.5], rotation: -Math.PI / 4 },
  {
    symbol: 'rect',
    dashArrayX: [
      [4, 4],
      [0, 4, 4, 0],
    ],
    dashArrayY: [4, 0],
  },
] as const
const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect'] as const
const dashes = ['solid', [6, 4], [2, 3], [10, 4], [10, 4, 2, 4], [4, 2]] as const

/** The names of the marks stay inside the container, however long they are. */
const outer = { outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }
/** Names on the axis are skipped only above this number; those of lines are longer: 第10周. */
const maxNames = { columns: 12, rows: 12, lines: 8 }

/** Colours and fonts are those of the page, in every theme and in 大字. */
export function createChartOption(props: ChartProps, style: CSSStyleDeclaration): EChartsCoreOption {
  const { marks, series, kind, finding, most } = props
  const value = (name: string) => style.getPropertyValue(name).trim()
  const font = {
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(value('--type-12')),
    color: value('--text-second'),
  }
  const isUpright = kind !== 'rows'
  const isSingle = series.length === 1 && kind !== 'lines'
  const names = {
    type: 'category',
    data: marks.map(({ label }) => label),
    inverse: !isUpright,
    boundaryGap: kind !== 'lines',
    axisTick: { show: false },
    axisLine: { show: isUpright, lineStyle: { color: value('--button-edge') } },
    axisLabel: { ...font, interval: isUpright && marks.length > maxNames[kind] ? 'auto' : 0, hideOverlap: true },
  }
  const scale = {
    type: 'value',
    ...(beginsAtZero(props) ? { min: 0 } : { scale: true }),
    minInterval: 1,
    splitNumber: 4,
    ...(most ? { max: most } : {}),
    // One series has its values printed.
    show: !isSingle,
    axisLabel: { ...font, showMaxLabel: true },
    splitLine: { lineStyle: { color: value('--line') } },
  }
  // Room for the names at the ends of lines, and for printed values.
  const right = kind === 'lines' ? longestName(series) * font.fontSize + 12 : isUpright ? 0 : isSingle ? 48 : 24
  return {
    aria: { enabled: true, label: { description: finding } },
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 200,
    grid: { left: 0, right, top: isUpright ? 22 : 0, bottom: 4, ...outer },
    ...(isUpright ? { xAxis: names, yAxis: scale } : { xAxis: scale, yAxis: names }),
    series: series.map((name, at) =>
      kind === 'lines' ? createLine(props, at, value, font) : createBars(props, { name, at, isSingle }, value, font),
    ),
  }
}

/**
 * Bars begin at zero. Lines that are all near their highest value, such as rates of 97 %, begin below the lowest, so that
 * a change can be seen.
 */
export function beginsAtZero({ kind, marks }: Pick<ChartProps, 'kind' | 'marks'>): boolean {
  const values = marks.flatMap((mark) => mark.values).filter((value) => !Number.isNaN(value))
  const least = Math.min(...values)
  const spread = Math.max(...values) - least
  return kind !== 'lines' || !(spread > 0) || least < 4 * spread
}

const longestName = (series: readonly string[]) => Math.max(...series.map(({ length }) => length))

type Read = (name: string) => string
interface Font {
  fontFamily: string
  fontSize: number
  color: string
}

function createBars(
  props: ChartProps,
  { name, at, isSingle }: { name: string; at: number; isSingle: boolean },
  value: Read,
  font: Font,
) {
  const { marks, series, kind, isStacked = false, most } = props
  const isUpright = kind === 'columns'
  const isLast = at === series.length - 1
  const percent = most === 100 ? '%' : ''
  const color = value(`--chart-${at + 1}`)
  const decal = decals[at]
  return {
    name,
    type: 'bar',
    ...(isStacked && { stack: 'all' }),
    barMaxWidth: isUpright ? 44 : 14,
    barCategoryGap: isUpright ? '45%' : '40%',
    barGap: '15%',
    data: marks.map((mark) => ({
      value: mark.values[at],
      itemStyle: isSingle ? { color: value(mark.isHighlighted ? '--brand' : '--chart-rest') } : { color },
      label: {
        color: value('--text'),
        fontWeight: (isSingle && (mark.isHighlighted || !most)) || isStacked ? 600 : 400,
      },
    })),
    itemStyle: {
      // A line between stacked parts, for whom their colours look alike.
      ...(isStacked && { borderColor: value('--card'), borderWidth: 1 }),
      ...(decal && { decal: { ...decal, color: value('--card') } }),
    },
    label: {
      // A stack has its sum at its end; its parts are in the table, and beside the pointer.
      show: !isStacked || isLast,
      position: isUpright ? 'top' : 'right',
      ...font,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const mark = marks[dataIndex]!
        return formatNumber(isStacked ? sumValues(mark) : mark.values[at]!) + percent
      },
    },
    emphasis: { disabled: true },
    silent: true,
  }
}

function createLine({ marks, series, events = [] }: ChartProps, at: number, value: Read, font: Font) {
  const color = value(`--chart-${at + 1}`)
  const data = marks.map(({ values }) => values[at])
  return {
    name: series[at],
    type: 'line',
    data,
    // The name would move along the line, from a place that a gap does not have.
    ...(data.some(Number.isNaN) && { animation: false }),
    symbol: symbols[at],
    symbolSize: 7,
    showAllSymbol: 'auto',
    lineStyle: { color, width: 2, type: dashes[at] },
    itemStyle: { color },
    // The name at the end of a line needs no legend.
    endLabel: { show: true, ...font, color: value('--text'), formatter: series[at], distance: 8 },
    labelLayout: { moveOverlap: 'shiftY' },
    ...(at === 0 && events.length > 0 && { markLine: createEventLines(events, value, font) }),
    emphasis: { disabled: true },
    silent: true,
  }
}

const createEventLines = (events: NonNullable<ChartProps['events']>, value: Read, font: Font) => ({
  silent: true,
  symbol: 'none',
  lineStyle: { color: value('--text-second'), type: 'dashed' },
  label: { ...font, formatter: ({ name }: { name: string }) => name },
  data: events.map(({ at, label }) => ({ xAxis: at, name: label })),
})
