import { RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { TeachingMatrix } from '../../contract.ts'
import { cellKey, cellsOf, teachersAt, teacherWords } from '../teaching-queries.ts'
import type { Aim } from './assign-dialog.tsx'
import styles from './teaching-phone.module.css'

/** On a phone one class at a time: its subjects, and who teaches them. */
export function MatrixList({ matrix, onAim }: { matrix: TeachingMatrix; onAim: (aim: Aim) => void }) {
  const [chosen, setChosen] = useState<string>()
  const one = matrix.classes.find(({ id }) => id === chosen) ?? matrix.classes[0]
  if (!one) return null
  const cells = cellsOf(matrix)
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
          const current = teachersAt(cells, { classId: one.id, subjectId: subject.id })
          const words = current.map(teacherWords).join('、')
          return (
            <li key={subject.id}>
              <button type="button" onClick={() => onAim({ subject, classIds: [one.id], current })}>
                <span>{subject.name}</span>
                <span className={words ? styles['who'] : styles['none']}>{words || '未安排'}</span>
                <Glyph of={RightOutlined} />
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
