import { Input, Radio } from 'antd'
import { useState } from 'react'
import { getStatusOf } from '#packages/web/core/roster-pad/roster-marks.ts'
import type { RosterMark, RosterMarks, RosterPerson, RosterStatus } from '#packages/web/core/roster-pad/roster-types.ts'
import { maxMarkMinutes, readMinutes } from '#packages/web/core/roster-pad/mark-minutes.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import styles from './status-choice.module.css'

interface Props {
  person: RosterPerson
  statuses: readonly RosterStatus[]
  marks: RosterMarks
  isReadOnly: boolean
  onChoose: (mark: RosterMark) => void
  onClose: () => void
}

/** All statuses of one person, with the minutes of a timed one. */
export function StatusChoice({ person, statuses, marks, isReadOnly, onChoose, onClose }: Props) {
  const [status, setStatus] = useState(getStatusOf(person.id, marks, statuses))
  const [text, setText] = useState(String(marks[person.id]?.minutes ?? ''))
  const minutes = readMinutes(text)
  const isWrong = status.isTimed === true && minutes === undefined
  const choose = () => onChoose(status.isTimed ? { status: status.value, minutes } : { status: status.value })
  return (
    <Dialog
      title={[person.name, person.tag].filter(Boolean).join(' ')}
      size="question"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{isReadOnly ? '关闭' : '取消'}</Button>
          {!isReadOnly && (
            <Button type="primary" disabled={isWrong} onClick={choose}>
              确定
            </Button>
          )}
        </>
      }
    >
      <div className={styles['fields']}>
        {(person.badges ?? []).map(({ label }) => (
          <p key={label}>{label}</p>
        ))}
        {isReadOnly ? (
          <p>{status.label}</p>
        ) : (
          <Radio.Group
            aria-label="状态"
            value={status.value}
            options={statuses.map(({ value, label }) => ({ value, label }))}
            onChange={({ target }) => setStatus(statuses.find(({ value }) => value === target.value) ?? status)}
          />
        )}
        {status.isTimed && !isReadOnly && (
          <label className={styles['minutes']}>
            {`${status.label}分钟数`}
            <Input
              inputMode="numeric"
              value={text}
              status={isWrong ? 'error' : ''}
              onChange={({ target }) => setText(target.value)}
            />
            {isWrong && <span role="alert">{`请填写0到${maxMarkMinutes}的整数`}</span>}
          </label>
        )}
      </div>
    </Dialog>
  )
}
