import { useRef, useState, type KeyboardEvent } from 'react'
import type { TeachingMatrix } from '../../contract.ts'
import { cellOf, teacherWords } from '../teaching-queries.ts'
import type { Aim } from './assign-dialog.tsx'
import styles from './teaching-matrix.module.css'

interface Props {
  matrix: TeachingMatrix
  onAim: (aim: Aim) => void
}

const moves: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Classes down, subjects across. One cell is in the order of the tab key; arrows lead to the others. */
export function MatrixTable({ matrix, onAim }: Props) {
  const { classes, subjects } = matrix
  const [at, setAt] = useState<readonly [row: number, column: number]>([0, 0])
  const table = useRef<HTMLTableElement>(null)
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    const row = Math.min(Math.max(at[0] + move[0], 0), classes.length - 1)
    const column = Math.min(Math.max(at[1] + move[1], 0), subjects.length - 1)
    event.preventDefault()
    setAt([row, column])
    table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus()
  }
  return (
    <div className={styles['scroll']}>
      {/* The keys are for the cells in it, which are buttons. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table ref={table} className={styles['table']} onKeyDown={press}>
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              班级
            </th>
            {subjects.map((subject) => (
              <th key={subject.id} scope="col">
                <button
                  type="button"
                  className={styles['subject']}
                  aria-label={`${subject.name}：安排到多个班级`}
                  title={`${subject.name}：安排到多个班级`}
                  onClick={() => onAim(columnAim(matrix, subject))}
                >
                  {subject.name}
                </button>
              </th>
            ))}
            <th scope="col" className={styles['sum']}>
              周课时
            </th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one, row) => (
            <tr key={one.id}>
              <th scope="row">{one.label}</th>
              {subjects.map((subject, column) => {
                const current = cellOf(matrix, one.id, subject.id)
                const words = current.map(teacherWords)
                return (
                  <td key={subject.id}>
                    <button
                      type="button"
                      data-cell={`${row} ${column}`}
                      className={`${styles['cell']} ${words.length === 0 ? styles['empty'] : ''}`}
                      tabIndex={at[0] === row && at[1] === column ? 0 : -1}
                      aria-label={`${one.label} ${subject.name}：${words.join('、') || '未安排'}`}
                      onFocus={() => setAt([row, column])}
                      onClick={() => onAim({ subject, classIds: [one.id], current })}
                    >
                      {words.length > 0 ? words.map((text) => <span key={text}>{text}</span>) : '—'}
                    </button>
                  </td>
                )
              })}
              <td className={styles['sum']}>{one.hours}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A whole column: the classes that have nobody yet; all of them, when each has somebody. */
export function columnAim(matrix: TeachingMatrix, subject: TeachingMatrix['subjects'][number]): Aim {
  const all = matrix.classes.map(({ id }) => id)
  const without = all.filter((id) => cellOf(matrix, id, subject.id).length === 0)
  return { subject, classIds: without.length > 0 ? without : all, current: [] }
}
