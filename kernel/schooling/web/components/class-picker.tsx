import { useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { classTreeQuery } from '../class-queries.ts'
import styles from './class-picker.module.css'

/** A class of a grade; only the grade for pupils without a class. */
export interface ClassChoice {
  gradeId: string
  classId: string | null
  /** 七(3)班, for messages after the action. */
  label?: string
}

interface Props {
  /** Null: the caller's school. */
  orgId: string | null
  value: ClassChoice | null
  onChange: (choice: ClassChoice | null) => void
  /** Labels and counts are those of this day; today by default. */
  on?: string | undefined
  /** Hides 未分班: a class is required. */
  needsClass?: boolean
  /** Filter mode: the selection can be empty. */
  isOptional?: boolean
  /** Only classes of this grade. */
  withinGrade?: string | undefined
  /** A class that is not offered, for example the current one. */
  except?: string | undefined
  /** Ids and error state from the form. */
  control?: { id: string; 'aria-describedby'?: string | undefined; 'aria-invalid'?: boolean | undefined } | undefined
}

/** Two selects: the grade and the class of a school. */
export default function ClassPicker(props: Props) {
  const { orgId, value, onChange, on, needsClass = false, isOptional = false, withinGrade, except } = props
  const { data, error, isPending } = useQuery(classTreeQuery(orgId, on))
  const grades = (data?.grades ?? []).filter(({ id }) => withinGrade === undefined || id === withinGrade)
  const grade = grades.find(({ id }) => id === value?.gradeId)
  const classes = (grade?.classes ?? []).filter(({ id }) => id !== except)
  const { id, ...aria } = props.control ?? {}
  const nothing = error ? getErrorMessage(error) : isPending ? '正在加载' : '没有年级'
  return (
    <div className={styles['pair']}>
      <PlainSelect
        {...aria}
        {...(id && { id })}
        label="年级"
        value={grade?.id ?? ''}
        disabled={grades.length === 0}
        {...(!isOptional && { placeholder: grades.length > 0 ? '请选择年级' : nothing })}
        options={[
          ...(isOptional ? [{ value: '', label: '全部年级' }] : []),
          ...grades.map((one) => ({ value: one.id, label: one.name })),
        ]}
        onChange={(gradeId) => onChange(gradeId ? { gradeId, classId: null } : null)}
      />
      <PlainSelect
        label="班级"
        value={value?.classId ?? ''}
        disabled={!grade}
        {...(needsClass && { placeholder: grade && classes.length === 0 ? '没有班级' : '请选择班级' })}
        options={[
          ...(needsClass ? [] : [{ value: '', label: isOptional ? '全部班级' : '未分班' }]),
          ...classes.map((one) => ({ value: one.id, label: one.label })),
        ]}
        onChange={(classId) => {
          const label = classes.find((one) => one.id === classId)?.label
          if (grade) onChange({ gradeId: grade.id, classId: classId || null, ...(label && { label }) })
        }}
      />
    </div>
  )
}
