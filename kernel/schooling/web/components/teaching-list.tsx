import { RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { TeachingMatrix } from '../../contract.ts'
import { cellKey, indexCells, listTeachersAt, formatAssignment } from '../teaching-queries.ts'
import type { AssignmentTarget } from './assign-dialog.tsx'
import styles from './teaching-list.module.css'

/** The phone layout: one class at a time with its subjects and teachers. */
export function TeachingList({
  matrix,
  onAssign,
}: {
  matrix: TeachingMatrix
  onAssign: (target: AssignmentTarget) => void
}) {
  const [chosen, setChosen] = useState<string>()
  const one = matrix.classes.find(({ id }) => id === chosen) ?? matrix.classes[0]
  if (!one) return null
  const cells = indexCells(matrix)
  const taught = matrix.subjects.filter((subject) => cells.has(cellKey({ classId: one.id, subjectId: subject.id })))
  return (
    <>
      <div className={styles['which']}>
        <PlainSelect
          label="班级"
          value={one.id}
          options={matrix.classes.map(({ id, label }) => ({ value: id, label }))}
          onChange={setChosen}
        />
        <span>{`共 ${one.hours} 节`}</span>
      </div>
      <ul className={styles['subjects']}>
        {taught.map((subject) => {
          const current = listTeachersAt(cells, { classId: one.id, subjectId: subject.id })
          const text = current.map(formatAssignment).join('、')
          return (
            <li key={subject.id}>
              <button type="button" onClick={() => onAssign({ subject, classIds: [one.id], current })}>
                <span>{subject.name}</span>
                <span className={text ? styles['who'] : styles['none']}>{text || '未安排'}</span>
                <Glyph of={RightOutlined} />
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
