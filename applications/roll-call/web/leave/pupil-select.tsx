import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { attendanceRecordApi } from '../../contract.ts'
import { leaveKey } from './leave-queries.ts'
import styles from './leave.module.css'

const classesQuery = {
  queryKey: [...leaveKey, 'classes'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(attendanceRecordApi.classes, { query: { orgId: null }, signal }),
}
const pupilsQuery = (classId: string) => ({
  queryKey: [...leaveKey, 'pupils', classId],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(attendanceRecordApi.classDay, { query: { classId }, signal }),
  enabled: classId !== '',
})

/** The class, then the pupil; somebody with one class only chooses the pupil. */
export function PupilSelect({ value, onChange }: { value: string; onChange: (studentId: string) => void }) {
  const { data: classes = [] } = useQuery(classesQuery)
  const [chosen, setChosen] = useState('')
  const classId = chosen || (classes.length === 1 ? classes[0]!.id : '')
  const { data: day } = useQuery(pupilsQuery(classId))
  return (
    <span className={styles['pupil']}>
      <PlainSelect
        label="班级"
        placeholder="选择班级"
        value={classId}
        options={classes.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next) => {
          setChosen(next)
          onChange('')
        }}
      />
      <PlainSelect
        label="学生"
        placeholder={classId ? '选择学生' : '请先选择班级'}
        value={value}
        options={(day?.pupils ?? []).map(({ studentId, name }) => ({ value: studentId, label: name }))}
        onChange={onChange}
      />
    </span>
  )
}
