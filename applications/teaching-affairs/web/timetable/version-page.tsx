import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TimetableContent } from '#engines/timetable/contract.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { ComparePage } from './compare-page.tsx'
import { PhoneVersion } from './phone-version.tsx'
import { contentQuery } from './timetable-queries.ts'
import { indexContent } from './timetable-views.ts'
import { useChosenView } from './use-chosen-view.ts'
import { useTimetableEdit } from './use-timetable-edit.ts'
import { EditableView } from './editable-view.tsx'
import { ReadOnlyView } from './read-only-view.tsx'
import { VersionBar } from './version-bar.tsx'
import { isDraft } from './version-status.ts'

/** One version: it is read once, and all views are derived from it. */
export default function VersionPage({ id }: { id: string }) {
  const query = useQuery(contentQuery(id))
  const { search } = usePageSearch()
  const otherId = search.get('with')
  return (
    <QueryState query={query} loading={<PageState status="loading" widths={[30, 96, 96, 96, 96, 96]} />}>
      {(content) => (otherId ? <ComparePage content={content} otherId={otherId} /> : <Version content={content} />)}
    </QueryState>
  )
}

function Version({ content }: { content: TimetableContent }) {
  const isPhone = usePhone()
  const may = useMay()
  if (content.slots.length === 0) return <NoLessons content={content} />
  // A grid of forty cells is edited with a mouse or a keyboard.
  if (isPhone) return <PhoneVersion content={content} />
  return may('timetable.edit') && isDraft(content.timetable.status) ? (
    <EditedVersion content={content} />
  ) : (
    <ShownVersion content={content} />
  )
}

function EditedVersion({ content }: { content: TimetableContent }) {
  const edit = useTimetableEdit(content)
  return <EditableView edit={edit} />
}

function ShownVersion({ content }: { content: TimetableContent }) {
  const index = useMemo(() => indexContent(content), [content])
  const chosen = useChosenView(index)
  return (
    <VersionBar index={index} chosen={chosen}>
      <ReadOnlyView index={index} view={chosen.view} onOpen={chosen.choose} />
    </VersionBar>
  )
}

function NoLessons({ content }: { content: TimetableContent }) {
  const index = useMemo(() => indexContent(content), [content])
  const chosen = useChosenView(index)
  return (
    <VersionBar index={index} chosen={chosen}>
      <PageState
        status="empty"
        of="class"
        title="课表里还没有课"
        text="请先在“任课安排”中填写每班每科的教师和周课时，再用“按任课更新”。"
      />
    </VersionBar>
  )
}
