import { useState } from 'react'
import { getStatusOf } from '#packages/web/core/roster-pad/roster-marks.ts'
import { maxMarkMinutes, readMinutes } from '#packages/web/core/roster-pad/mark-minutes.ts'
import type { RosterMark, RosterMarks, RosterPerson, RosterStatus } from '#packages/web/core/roster-pad/roster-types.ts'
import { Button } from '../button.tsx'
import { Chips } from '../chips.tsx'
import { TextField } from '../text-field.tsx'
import styles from './status-choice.module.css'

interface Props {
  person: RosterPerson
  statuses: readonly RosterStatus[]
  marks: RosterMarks
  isReadOnly: boolean
  /** The user's own name, over a photograph. */
  watermark?: string | undefined
  onChoose: (mark: RosterMark) => void
}

/** All statuses of one person, the minutes of a timed one, and what else is known of the person. */
export function StatusChoice({ person, statuses, marks, isReadOnly, watermark, onChoose }: Props) {
  const current = getStatusOf(person.id, marks, statuses)
  const [timed, setTimed] = useState(current.isTimed ? current : undefined)
  const [minutes, setMinutes] = useState(String(marks[person.id]?.minutes ?? ''))
  const read = readMinutes(minutes)
  const isWrong = read === undefined
  return (
    <>
      {person.photo && (
        <figure className={styles['photo']}>
          <img src={person.photo} alt={`${person.name}的照片`} />
          {watermark && <figcaption aria-hidden>{watermark}</figcaption>}
        </figure>
      )}
      {person.badges && person.badges.length > 0 && (
        <ul className={styles['facts']}>
          {person.badges.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      {isReadOnly ? (
        <p>{current.label}</p>
      ) : (
        <Chips
          label="状态"
          name="status"
          hasMark={false}
          value={(timed ?? current).value}
          options={statuses}
          onChange={(value) => {
            const chosen = statuses.find((status) => status.value === value)
            if (chosen?.isTimed) setTimed(chosen)
            else onChoose({ status: value })
          }}
        />
      )}
      {timed && !isReadOnly && (
        <>
          <TextField
            label={`${timed.label}分钟数`}
            name="minutes"
            inputMode="numeric"
            isOptional
            value={minutes}
            onChange={setMinutes}
            error={isWrong ? `请填写0到${maxMarkMinutes}的整数` : undefined}
          />
          <Button size="task" isDisabled={isWrong} onClick={() => onChoose({ status: timed.value, minutes: read })}>
            确定
          </Button>
        </>
      )}
    </>
  )
}
