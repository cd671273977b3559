import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Printed, SignatureLines } from '#packages/web/desk/printed.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { monthSheetQuery } from '../attendance-queries.ts'
import { countAbsent, countLeave, countRolled, countThere, formatRate, rateOf } from './mark-text.ts'
import { formatMonth } from './shown-day.ts'
import styles from './month-sheet.module.css'

interface Props {
  classId: string
  month: string
  onDone: () => void
}

const sums = ['请假', '缺课', '迟到', '早退', '出勤率'] as const

/** 班级月考勤表 on paper: pupils against days, with room to sign. */
export function MonthSheet({ classId, month, onDone }: Props) {
  const toast = useToast()
  const { data, error } = useQuery(monthSheetQuery(classId, month))
  const refuse = useEffectEvent((refusal: Error) => {
    toast.error(getErrorMessage(refusal))
    onDone()
  })
  useEffect(() => {
    if (error) refuse(error)
  }, [error])
  if (!data) return null
  return (
    <Printed onDone={onDone}>
      <div className={styles['sheet']}>
        <h1>
          {data.className}
          {formatMonth(data.month)}考勤表
        </h1>
        <table>
          <thead>
            <tr>
              <th scope="col">座号</th>
              <th scope="col">姓名</th>
              {data.days.map(({ day, label }) => (
                <th key={day} scope="col" className={styles['day']}>
                  {label}
                </th>
              ))}
              {sums.map((sum) => (
                <th key={sum} scope="col">
                  {sum}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ seatNo, name, marks, figures }) => (
              <tr key={`${seatNo} ${name}`}>
                <td>{seatNo}</td>
                <th scope="row">{name}</th>
                {data.days.map(({ day }, at) => (
                  <td key={day} className={styles['day']}>
                    {marks[at]}
                  </td>
                ))}
                <td>{countLeave(figures)}</td>
                <td>{countAbsent(figures)}</td>
                <td>{figures.late}</td>
                <td>{figures.early}</td>
                <td>{formatRate(rateOf(countThere(figures), countRolled(figures)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles['legend']}>
          病：病假　事：事假　公：公假　迟：迟到　早：早退　旷：旷课　缺：未到　未：没有点名　空格：全天出勤。请假、缺课、迟到、早退按节计。
        </p>
        <SignatureLines of={['班主任', '年级组长', '教务处', '日期']} />
      </div>
    </Printed>
  )
}
