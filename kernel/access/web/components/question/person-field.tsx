import { useId } from 'react'
import type { EffectiveAccess } from '../../../contract.ts'
import { PersonSelect } from '../people-select.tsx'
import type { QuestionProps } from './access-question.ts'
import styles from './question.module.css'

/** The person of the question. */
export function PersonField({
  question,
  isPhone,
  onChange,
  known,
}: QuestionProps & { known: EffectiveAccess['person'] | undefined }) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>人员</label>
      <PersonSelect
        id={id}
        isPhone={isPhone}
        value={question.userId}
        known={known ? [known] : []}
        onChoose={(userId) => onChange({ userId })}
      />
    </div>
  )
}
