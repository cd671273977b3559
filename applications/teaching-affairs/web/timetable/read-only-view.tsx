import { MasterGrid } from '#packages/web/desk/timetable-grid/master-grid.tsx'
import { TimetableGrid } from '#packages/web/desk/timetable-grid/timetable-grid.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { listMasterRows } from './master-rows.ts'
import { listChoices, listDays, listLessons, listPeriods, type TimetableIndex, type View } from './timetable-views.ts'
import { nameView } from './use-chosen-view.ts'
import styles from './read-only-view.module.css'

interface Props {
  index: TimetableIndex
  view: View
  /** With the rows into which lessons can be moved. */
  isEdited?: boolean
  onOpen: (view: View) => void
}

/** A timetable, or the sheet of the school, whose cells lead to the timetable of their class. */
export function ReadOnlyView({ index, view, isEdited = false, onOpen }: Props) {
  const { content, subjects } = index
  const label = nameView({ view, choices: listChoices(index, view.kind) })
  if (view.kind === 'all') {
    return (
      <div className={styles['master']}>
        <MasterGrid
          label={label}
          rowTitle="班级"
          days={listDays(content)}
          periods={listPeriods(content)}
          rows={listMasterRows(index)}
          subjects={subjects}
          onOpen={({ rowId }) => onOpen({ kind: 'class', id: rowId })}
        />
      </div>
    )
  }
  if (!view.id) return <NobodyHere kind={view.kind} />
  return (
    <TimetableGrid
      label={label}
      days={listDays(content)}
      periods={listPeriods(content, isEdited)}
      lessons={listLessons(index, view)}
      subjects={subjects}
    />
  )
}

const empty = { class: '还没有班级', teacher: '还没有任课教师', room: '还没有场室', all: '' } as const

export const NobodyHere = ({ kind }: { kind: View['kind'] }) => (
  <PageState status="empty" of="class" title={empty[kind]} text="课表里还没有这一类的课。" />
)
