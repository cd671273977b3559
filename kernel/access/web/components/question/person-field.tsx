import { useId } from 'react'
import type { Effective } from '../../../contract.ts'
import { PersonSelect } from '../people-select.tsx'
import type { QuestionProps } from './asked.ts'
import styles from './question.module.css'

/** Whom the question is about. */
export function PersonField({
  asked,
  isPhone,
  onAsk,
  known,
}: QuestionProps & { known: Effective['person'] | undefined }) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>人员</label>
      <PersonSelect
        id={id}
        isPhone={isPhone}
        value={asked.userId}
        known={known ? [known] : []}
        onChoose={(userId) => onAsk({ userId })}
      />
    </div>
  )
}
