import { ArrowLeftOutlined, HomeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { DetailPage } from '#packages/web/desk/detail-page/detail-page.tsx'
import type { DetailHead } from '#packages/web/desk/detail-page/detail-spec.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { FullPageDetailProps } from '#packages/web/desk/list/list-spec.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { Student } from '../../contract.ts'
import { studentWithChangesQuery, type StudentWithChanges } from '../student-queries.ts'
import { listEventActions } from '../student-actions.tsx'
import { getAgeOn, describeClassAndSeat, getStudentStatus } from '../student-labels.ts'
import { MaskedStudentField } from './masked-student-field.tsx'
import { createStudentTabs } from './student-tabs.tsx'
import styles from './student-page.module.css'

/** The page of one pupil, shown instead of the list. */
export function StudentPage({ id, row, position, edit, start, close }: FullPageDetailProps<Student>) {
  const may = useMay()
  // Phones have a back button in the bar above.
  const isPhone = usePhone()
  const reading = studentWithChangesQuery(id)
  const { data } = useQuery(reading)
  // The general permission until the rights on this pupil are loaded.
  const tabs = createStudentTabs(data?.may.reveal ?? may('student.reveal'), may('operation-log.read'))
  const events = data?.may.event ? listEventActions(data) : []
  const items = events.map((act) => ({
    key: act.key,
    label: act.label,
    onSelect: () => data && start(act, data),
    ...(act.isDanger && { isDanger: true }),
    ...(act.dividerBefore && { isApart: true }),
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
        head={createHead}
        known={row && createShortHead(row)}
        tabs={tabs}
        position={position}
        onEdit={data?.may.edit && edit ? () => edit(data) : undefined}
        more={items.length > 0 ? { label: '学籍异动', items } : undefined}
      />
    </div>
  )
}

const renderTags = (row: Student) => (
  <>
    <StatusTag tone={getStudentStatus(row).tone} icon={getStudentStatus(row).icon}>
      {getStudentStatus(row).label}
    </StatusTag>
    {row.isBoarding && (
      <StatusTag tone="closed" icon={HomeOutlined}>
        住校
      </StatusTag>
    )}
  </>
)

/** The head from the list row, until the detail is loaded. */
const createShortHead = (row: Student): DetailHead => ({
  name: row.name,
  tags: renderTags(row),
  facts: [row.sex, describeClassAndSeat(row)].filter(Boolean),
})

function createHead(detail: StudentWithChanges): DetailHead {
  const { birthday, teacherName, studentNo } = detail
  const facts = [
    detail.sex,
    birthday && `${getAgeOn(birthday, formatDate(new Date()))} 岁`,
    describeClassAndSeat(detail),
    teacherName && `班主任 ${teacherName}`,
    studentNo && (
      <>
        学籍号{' '}
        <MaskedStudentField studentId={detail.id} field="studentNo" value={studentNo} mayReveal={detail.may.reveal} />
      </>
    ),
  ]
  return { name: detail.name, tags: renderTags(detail), facts: facts.filter(Boolean) }
}
