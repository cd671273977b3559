import { BarChart } from 'echarts/charts'
import { AriaComponent, GridComponent } from 'echarts/components'
import { init, use as load, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import type { ChartProps, ChartMark } from './chart-props.ts'
import styles from './chart.module.css'

load([BarChart, GridComponent, AriaComponent, SVGRenderer])

type Props = Pick<ChartProps, 'marks' | 'kind' | 'unit' | 'finding'> & { most: number | undefined }

/** Draws the marks. It fills its container, follows its size, and respects reduced motion. */
export default function Plot(props: Props) {
  const container = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { marks } = props
  useEffect(() => {
    const element = container.current!
    const chart = init(element, null, { renderer: 'svg' })
    chart.setOption(createChartOption(props, getComputedStyle(element)))
    chart.on('click', ({ dataIndex }) => {
      const to = marks[dataIndex]?.to
      if (to) void navigate(to)
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [props, marks, navigate])
  return <div ref={container} className={styles['drawn']} aria-hidden />
}

/** The names of the marks stay inside the container, however long they are. */
const outer = { outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }

/** Colours and fonts are those of the page, in 大字 too. */
function createChartOption({ marks, kind, finding, most }: Props, style: CSSStyleDeclaration): EChartsCoreOption {
  const value = (name: string) => style.getPropertyValue(name).trim()
  const size = (name: string) => Number.parseFloat(value(name))
  const font = { fontFamily: style.fontFamily, fontSize: size('--type-12'), color: value('--text-second') }
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const isUpright = kind === 'columns'
  const names = {
    type: 'category',
    data: marks.map(({ label }) => label),
    inverse: !isUpright,
    axisTick: { show: false },
    axisLine: { show: isUpright, lineStyle: { color: value('--button-edge') } },
    axisLabel: { ...font, interval: isUpright && marks.length > 12 ? 'auto' : 0 },
  }
  const scale = { type: 'value', min: 0, ...(most ? { max: most } : {}), show: false }
  return {
    aria: { enabled: true, label: { description: finding } },
    animation: !isStill,
    animationDuration: 200,
    grid: { left: 0, right: isUpright ? 0 : 56, top: isUpright ? 22 : 0, bottom: 4, ...outer },
    ...(isUpright ? { xAxis: names, yAxis: scale } : { xAxis: scale, yAxis: names }),
    series: [
      {
        type: 'bar',
        barMaxWidth: isUpright ? 44 : 14,
        barCategoryGap: isUpright ? '45%' : '40%',
        data: marks.map((mark) => createBar(mark, value, most)),
        label: {
          show: true,
          position: isUpright ? 'top' : 'right',
          ...font,
          formatter: ({ value: counted }: { value: number }) => formatNumber(counted) + (most ? '%' : ''),
        },
        emphasis: { disabled: true },
        cursor: marks.some(({ to }) => to) ? 'pointer' : 'default',
      },
    ],
  }
}

const createBar = (
  { value: counted, isHighlighted }: ChartMark,
  value: (name: string) => string,
  max: number | undefined,
) => ({
  value: counted,
  itemStyle: { color: value(isHighlighted ? '--brand' : '--chart-rest') },
  label: {
    color: value('--text'),
    fontWeight: isHighlighted || !max ? 600 : 400,
  },
})
