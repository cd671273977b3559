import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TimetableContent, TimetableRow } from '#engines/timetable/contract.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch, useSetParams, useTabParam } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { TabPanel } from '#packages/web/desk/tab-panel.tsx'
import { PageCard, TermPage, type SchoolTerm } from '../components/term-page.tsx'
import { ClassTable, TeacherTable } from '../hours/hour-tables.tsx'
import { contentQuery, versionsQuery } from '../timetable/timetable-queries.ts'
import { indexContent } from '../timetable/timetable-views.ts'
import styles from './hours.module.css'

/** 课时统计: the lessons of a version by teacher, and by class and subject. */
export default function HoursPage() {
  return <TermPage about="课时按学校统计。">{(place) => <TermHours {...place} />}</TermPage>
}

/** The version in use, or else the newest. */
const findUsual = (versions: readonly TimetableRow[]) => versions.find(({ isCurrent }) => isCurrent) ?? versions[0]

function TermHours({ orgId, term, choices }: SchoolTerm) {
  const query = useQuery(versionsQuery(term.id, orgId))
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const versions = query.data ?? []
  const version = versions.find(({ id }) => id === search.get('version')) ?? findUsual(versions)
  return (
    <>
      <ActionLine>
        {choices}
        {version && (
          <>
            <PlainSelect
              className={styles['choice']!}
              label="课表版本"
              value={version.id}
              options={versions.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => setParams({ version: id })}
            />
            <Button icon={<Glyph of={PrinterOutlined} />} onClick={() => window.print()}>
              打印
            </Button>
          </>
        )}
      </ActionLine>
      <QueryState query={query}>
        {() =>
          version ? (
            <VersionHours key={version.id} id={version.id} termWeeks={term.weeks} />
          ) : (
            <PageCard>
              <PageState status="empty" title="还没有可统计的课表" text="有课表后，这里统计每位教师和每个班的课时。" />
            </PageCard>
          )
        }
      </QueryState>
    </>
  )
}

const tabs = [
  { key: 'teachers', label: '教师课时' },
  { key: 'classes', label: '班级学科' },
] as const

function VersionHours({ id, termWeeks }: { id: string; termWeeks: number }) {
  const query = useQuery(contentQuery(id))
  const [tab, choose] = useTabParam(tabs)
  return (
    <QueryState query={query}>
      {(content) => (
        <TabPanel tabs={tabs} chosen={tab} onChoose={choose} barClass={styles['bar']!} panelClass={styles['panel']!}>
          <PageCard>
            <Tables content={content} termWeeks={termWeeks} isByClass={tab === 'classes'} />
          </PageCard>
        </TabPanel>
      )}
    </QueryState>
  )
}

interface TablesProps {
  content: TimetableContent
  termWeeks: number
  isByClass: boolean
}

function Tables({ content, termWeeks, isByClass }: TablesProps) {
  const index = useMemo(() => indexContent(content), [content])
  if (content.groups.length === 0) {
    return <PageState status="empty" title="还没有任课" text="请先在“任课安排”中填写每班每科的教师和周课时。" />
  }
  return isByClass ? (
    <ClassTable index={index} termWeeks={termWeeks} />
  ) : (
    <TeacherTable index={index} termWeeks={termWeeks} />
  )
}
