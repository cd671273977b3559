import { ArrowLeftOutlined, HomeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { dateOf } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { DetailPage } from '#packages/web/desk/detail-page/detail-page.tsx'
import type { DetailHead } from '#packages/web/desk/detail-page/spec.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { ShownWhole } from '#packages/web/desk/list/spec.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { Student } from '../../contract.ts'
import { wholeStudent, type WholeStudent } from '../queries.ts'
import { eventActsOn } from '../student-acts.tsx'
import { ageOn, placeOf, statusOf } from '../words.ts'
import { MaskedFact } from './masked-fact.tsx'
import { studentTabs } from './student-tabs.tsx'
import styles from './student-page.module.css'

/** All about one pupil, in the place of the list. */
export function StudentPage({ id, row, place, edit, start, close }: ShownWhole<Student>) {
  const may = useMay()
  // A phone has its way back in the bar above.
  const isPhone = usePhone()
  const reading = wholeStudent(id)
  const { data } = useQuery(reading)
  // What the user may do at all, until it is known for this pupil.
  const tabs = studentTabs(data?.may.reveal ?? may('student.reveal'))
  const events = data?.may.event ? eventActsOn(data) : []
  const items = events.map((act) => ({
    key: act.key,
    label: act.label,
    onSelect: () => data && start(act, data),
    ...(act.isDanger && { isDanger: true }),
    ...(act.isApart && { isApart: true }),
  }))
  return (
    <div className={styles['page']}>
      {!isPhone && (
        <div className={`${styles['back']} no-print`}>
          <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} title="Esc" onClick={close}>
            返回列表
          </Button>
        </div>
      )}
      <DetailPage
        key={id}
        reading={reading}
        head={headOf}
        known={row && shortHead(row)}
        tabs={tabs}
        place={place}
        onEdit={data?.may.edit && edit ? () => edit(data) : undefined}
        more={items.length > 0 ? { label: '学籍异动', items } : undefined}
      />
    </div>
  )
}

const tagsOf = (row: Student) => (
  <>
    <StatusTag tone={statusOf(row).tone} icon={statusOf(row).icon}>
      {statusOf(row).words}
    </StatusTag>
    {row.isBoarding && (
      <StatusTag tone="closed" icon={HomeOutlined}>
        住校
      </StatusTag>
    )}
  </>
)

/** What the list knew already. */
const shortHead = (row: Student): DetailHead => ({
  name: row.name,
  tags: tagsOf(row),
  facts: [row.sex, placeOf(row)].filter(Boolean),
})

function headOf(detail: WholeStudent): DetailHead {
  const { birthday, teacherName, studentNo } = detail
  const facts = [
    detail.sex,
    birthday && `${ageOn(birthday, dateOf(new Date()))} 岁`,
    placeOf(detail),
    teacherName && `班主任 ${teacherName}`,
    studentNo && (
      <>
        学籍号 <MaskedFact studentId={detail.id} field="studentNo" value={studentNo} mayReveal={detail.may.reveal} />
      </>
    ),
  ]
  return { name: detail.name, tags: tagsOf(detail), facts: facts.filter(Boolean) }
}
