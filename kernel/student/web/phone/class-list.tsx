import { useMemo, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import type { SharedList } from '#packages/web/core/list/list-spec.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { ButtonLink } from '#packages/web/light/button.tsx'
import { PhoneList } from '#packages/web/light/list/phone-list.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { studentApi, type PupilFamily, type Student } from '../../contract.ts'
import { studentList } from '../student-list.ts'
import { toClassNode } from '../student-tree.ts'
import { CallPupilSheet } from './call-pupil-sheet.tsx'
import styles from './class-list.module.css'

/** Within a class the seat matters more than the class, and the number is called, not read. */
const showSeat = (column: (typeof studentList.columns)[number]) => {
  if (column.key === 'seat') return { ...column, card: 'kind' as const }
  if (column.key !== 'className' && column.key !== 'phone') return column
  const { card: _, ...others } = column
  return others
}
const ofOneClass = new Set(['isBoarding', 'bound', 'lacks', 'face'])
const classList: SharedList<Student> = {
  ...studentList,
  columns: studentList.columns.map(showSeat),
  filters: studentList.filters!.filter(({ name }) => ofOneClass.has(name)),
  empty: { text: '学生分入本班后会出现在这里。' },
}

/** The pupils of a class, with a call button where permitted. */
export default function ClassList({ params }: { params: Record<string, string> }) {
  const classId = params['classId'] ?? ''
  const { answer } = useLoaded(classId, () => call(studentApi.classFamilies, { query: { classId } }))
  const families = answer && answer !== 'failed' ? answer : undefined
  const callable = useMemo(
    () => new Map((families?.mayCall ? families.pupils : []).map((pupil) => [pupil.id, pupil])),
    [families],
  )
  const [called, setCalled] = useState<PupilFamily>()
  return (
    <>
      <PhoneList
        list={classList}
        title={families?.label ?? '我的班级'}
        back={staffHome}
        help="phone-home"
        node={toClassNode(classId)}
        pageSize={100}
        tool={({ id }) => <CallTool pupil={callable.get(id)} onCall={setCalled} />}
        below={({ id }) => (
          <ButtonLink kind="tint" size="task" href={`/baseData/Student?open=${id}`}>
            完整资料
          </ButtonLink>
        )}
        deskUrl="/baseData/Student"
      />
      {called && <CallPupilSheet pupil={called} onClose={() => setCalled(undefined)} />}
    </>
  )
}

interface CallProps {
  pupil: PupilFamily | undefined
  onCall: (pupil: PupilFamily) => void
}

function CallTool({ pupil, onCall }: CallProps) {
  if (!pupil?.guardians[0]) return null
  return (
    <button
      type="button"
      className={styles['call']}
      aria-label={`联系${pupil.name}的家长`}
      onClick={() => onCall(pupil)}
    >
      <CallIcon size={22} />
    </button>
  )
}
