import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from './button.tsx'
import { Glyph } from './glyph.tsx'
import { PlainSelect } from './plain-select.tsx'
import styles from './period-bar.module.css'

interface Props {
  /** What the period is for: 统计时间. */
  name: string
  /** 按月, 按学期; with only one there is no choice. */
  kinds?: readonly { value: string; label: string }[]
  kind?: string
  /** 2026年11月 */
  label: string
  onKind?: (kind: string) => void
  /** Undefined where there is no earlier or later period. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** False for a period that always ends today. */
  isTurned?: boolean
}

/** The period of a page, with buttons that turn it. The page handles ← and → itself. */
export const PeriodBar = ({
  name,
  kinds = [],
  kind = '',
  label,
  onKind,
  onPrevious,
  onNext,
  isTurned = true,
}: Props) => (
  <div className={styles['bar']} role="group" aria-label={name}>
    {kinds.length > 1 && (
      <PlainSelect
        label={`${name}的单位`}
        className={styles['kinds']!}
        value={kind}
        options={kinds}
        onChange={(chosen) => onKind?.(chosen)}
      />
    )}
    {isTurned && (
      <Button
        type="text"
        icon={<Glyph of={LeftOutlined} />}
        aria-label="前一段时间"
        title="前一段时间（←）"
        disabled={!onPrevious}
        onClick={onPrevious}
      />
    )}
    <strong className={styles['label']} aria-live="polite">
      {label}
    </strong>
    {isTurned && (
      <Button
        type="text"
        icon={<Glyph of={RightOutlined} />}
        aria-label="后一段时间"
        title="后一段时间（→）"
        disabled={!onNext}
        onClick={onNext}
      />
    )}
  </div>
)
