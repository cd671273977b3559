import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, MarkLineComponent } from 'echarts/components'
import { init, use as load, type EChartsType } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { memo, useEffect, useRef, useState } from 'react'
import type { ChartProps } from './chart-props.ts'
import { createChartOption } from './chart-option.ts'
import { ChartMarks, type MarkBox } from './chart-marks.tsx'
import styles from './chart.module.css'

load([BarChart, LineChart, GridComponent, AriaComponent, MarkLineComponent, LabelLayout, SVGRenderer])

/** Draws the marks. It fills its container, follows its size and the theme, and respects reduced motion. */
function Plot(props: ChartProps) {
  const container = useRef<HTMLDivElement>(null)
  const [boxes, setBoxes] = useState<readonly MarkBox[]>([])
  useEffect(() => {
    const element = container.current!
    const chart = init(element, null, { renderer: 'svg' })
    const draw = () => {
      chart.setOption(createChartOption(props, getComputedStyle(element)))
      setBoxes(measureMarks(chart, props))
    }
    draw()
    const resize = new ResizeObserver(() => {
      chart.resize()
      setBoxes(measureMarks(chart, props))
    })
    resize.observe(element)
    // The theme and 大字 are attributes of the document.
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributes: true })
    return () => {
      resize.disconnect()
      theme.disconnect()
      chart.dispose()
    }
  }, [props])
  return (
    <>
      <div ref={container} className={styles['drawn']} aria-hidden />
      <ChartMarks {...props} boxes={boxes} />
    </>
  )
}

// Drawing takes some milliseconds; the page around it is rendered more often than the values change.
export default memo(Plot)

/** Small marks can be pressed too. */
const minSize = 24

/** Where the marks are. A bar has its whole column, so that an empty one can be pressed too. */
function measureMarks(chart: EChartsType, { marks, series, kind, isStacked = false }: ChartProps): MarkBox[] {
  const isUpright = kind !== 'rows'
  const locate = (at: number, value: number) => {
    const [x = 0, y = 0] = chart.convertToPixel('grid', isUpright ? [at, value] : [value, at]) as number[]
    return isUpright ? { along: x, across: y } : { along: y, across: x }
  }
  const zero = locate(0, 0).across
  const whole = isUpright ? chart.getWidth() : chart.getHeight()
  const band = marks.length > 1 ? Math.abs(locate(1, 0).along - locate(0, 0).along) : whole
  const place = (at: number, of: number): MarkBox => {
    const { values } = marks[at]!
    const before = isStacked ? values.slice(0, of).reduce((sum, value) => sum + value, 0) : 0
    const from = locate(at, before)
    const to = locate(at, before + values[of]!)
    if (kind === 'lines') return { at, of, left: to.along - 12, top: to.across - 12, width: minSize, height: minSize }
    const isSideBySide = series.length > 1 && !isStacked
    const size = isSideBySide ? (band * 0.7) / series.length : band * 0.9
    const start = isSideBySide ? from.along - band * 0.35 + of * size : from.along - size / 2
    const length = Math.abs(to.across - from.across)
    // The printed value belongs to the mark.
    const extra = isStacked ? 0 : isUpright ? 20 : 40
    return isUpright
      ? { at, of, left: start, width: size, ...reach(Math.min(to.across, zero) - extra, length + extra) }
      : { at, of, top: start, height: size, left: from.across, width: Math.max(length + extra, minSize) }
  }
  // A gap has no mark.
  return marks.flatMap(({ values }, at) =>
    series.flatMap((_name, of) => (Number.isNaN(values[of]) ? [] : [place(at, of)])),
  )
}

/** From its upper end down, and not smaller than a finger. */
const reach = (top: number, length: number) =>
  length >= minSize ? { top, height: length } : { top: top - (minSize - length), height: minSize }
