import { Input } from 'antd'
import { useId, type ReactNode } from 'react'
import { isClassNumber, getClassNumber, type ClassNumbers, type GradeClassCount } from '../grade-class-counts.ts'
import styles from './generate-grid.module.css'

interface Props {
  wanted: readonly GradeClassCount[]
  numbers: ClassNumbers
  onChange: (numbers: ClassNumbers) => void
  /** Focuses the first field. */
  isFirst?: boolean
}

/** One number per grade, and one on top that fills all of them. */
export function GenerateGrid({ wanted, numbers, onChange, isFirst = false }: Props) {
  const all = new Set(wanted.map(({ key }) => numbers[key] ?? ''))
  const same = all.size === 1 ? [...all][0]! : ''
  const fill = (text: string) => onChange(Object.fromEntries(wanted.map(({ key }) => [key, text])))
  return (
    <div className={styles['grid']}>
      <NumberField name="每个年级" isWhole isFirst={isFirst} value={same} onChange={fill} />
      <ul className={styles['rows']} aria-label="各年级班级数">
        {wanted.map((grade) => (
          <li key={grade.key}>
            <NumberField
              name={grade.name}
              about={[`${grade.startYear}级`, grade.there > 0 && `已有 ${grade.there} 个班`].filter(Boolean).join('，')}
              value={getClassNumber(grade, numbers)}
              onChange={(text) => onChange({ ...numbers, [grade.key]: text })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FieldProps {
  name: string
  about?: ReactNode
  isWhole?: boolean
  isFirst?: boolean
  value: string
  onChange: (text: string) => void
}

function NumberField({ name, about, isWhole = false, isFirst = false, value, onChange }: FieldProps) {
  const id = useId()
  const isWrong = value.trim() !== '' && !isClassNumber(value)
  return (
    <div className={`${styles['row']} ${isWhole ? styles['whole'] : ''}`}>
      <label htmlFor={id} className={styles['name']}>
        {name}
      </label>
      <Input
        id={id}
        className={styles['number']!}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-describedby={`${id}-about`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span>个班</span>
      <span id={`${id}-about`} className={isWrong ? styles['wrong'] : styles['about']}>
        {isWrong ? '请填写0至60' : about}
      </span>
    </div>
  )
}
