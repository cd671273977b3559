import { DownloadOutlined } from '@ant-design/icons'
import type { RefObject } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Glyph } from '../glyph.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { useToast } from '../toast.tsx'
import type { PictureText } from './save-chart-picture.ts'
import icon from '../icon-button.module.css'
import styles from './chart.module.css'

interface ViewProps {
  isTable: boolean
  onChange: (isTable: boolean) => void
}

/** Chart or table. With large text there is only the table. */
export function ViewSwitch({ isTable, onChange }: ViewProps) {
  if (useBigText()) return null
  return (
    <span className={styles['switch']} role="group" aria-label="显示方式">
      {[false, true].map((one) => (
        <button
          key={String(one)}
          type="button"
          className={styles['choice']}
          aria-pressed={isTable === one}
          onClick={() => onChange(one)}
        >
          {one ? '表格' : '图'}
        </button>
      ))}
    </span>
  )
}

interface DownloadProps {
  /** The element that the chart is drawn in. */
  frame: RefObject<HTMLElement | null>
  text: PictureText
  /** Saves the values as a spreadsheet. */
  onSheet?: (() => Promise<void>) | undefined
}

/** Saves the chart as a picture, and its values as a spreadsheet. */
export function ChartDownload({ frame, text, onSheet }: DownloadProps) {
  const toast = useToast()
  const isBig = useBigText()
  const showError = (error: unknown) => toast.error(getErrorMessage(error))
  const savePicture = async () => {
    const svg = frame.current?.querySelector<SVGSVGElement>('figure svg')
    if (!svg) return toast.error('切换到图后再保存图片')
    const { saveChartPicture } = await import('./save-chart-picture.ts')
    await saveChartPicture(svg, text)
  }
  // With large text there is no chart, so there is no picture of it.
  const pictures = isBig
    ? []
    : [{ key: 'png', label: '图片（png）', onSelect: () => void savePicture().catch(showError) }]
  if (isBig && !onSheet) return null
  return (
    <SmallMenu
      label={`下载：${text.finding}`}
      button={<Glyph of={DownloadOutlined} />}
      isIcon
      className={icon['button']!}
      items={[
        ...pictures,
        ...(onSheet ? [{ key: 'xlsx', label: '表格（xlsx）', onSelect: () => void onSheet().catch(showError) }] : []),
      ]}
    />
  )
}
