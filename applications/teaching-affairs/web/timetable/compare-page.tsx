import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TimetableContent } from '#engines/timetable/contract.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { compareTimetables } from '#packages/web/desk/timetable-grid/compare-timetables.ts'
import { TimetableCompare } from '#packages/web/desk/timetable-grid/timetable-compare.tsx'
import { TabPanel } from '#packages/web/desk/tab-panel.tsx'
import { contentQuery } from './timetable-queries.ts'
import {
  indexContent,
  listDays,
  listLessons,
  listPeriods,
  viewKinds,
  type TimetableIndex,
  type View,
  type ViewKind,
} from './timetable-views.ts'
import { nameView, useChosenView } from './use-chosen-view.ts'
import { NobodyHere } from './read-only-view.tsx'
import { ViewPicker } from './view-picker.tsx'
import barStyles from './version-bar.module.css'

const tabs = (['class', 'teacher', 'room'] as const).map((key) => ({ key, label: viewKinds[key] }))

/** Two versions of one class, teacher or room. */
export function ComparePage({ content, otherId }: { content: TimetableContent; otherId: string }) {
  const query = useQuery(contentQuery(otherId))
  const setParams = useSetParams()
  return (
    <>
      <ActionLine note={query.data && `${content.timetable.name} 与 ${query.data.timetable.name}`}>
        <Button onClick={() => setParams({ with: null })}>结束对比</Button>
      </ActionLine>
      <QueryState query={query}>{(other) => <Comparison content={content} other={other} />}</QueryState>
    </>
  )
}

function Comparison({ content, other }: { content: TimetableContent; other: TimetableContent }) {
  const before = useMemo(() => indexContent(content), [content])
  const after = useMemo(() => indexContent(other), [other])
  const { view: chosen, choices, choose } = useChosenView(before)
  const view: View = chosen.kind === 'all' ? { kind: 'class', id: before.content.classes[0]?.id ?? '' } : chosen
  const counted = useMemo(
    () =>
      choices.map((choice) => {
        const count = countDifferences(before, after, { kind: view.kind, id: choice.value })
        return { ...choice, label: count > 0 ? `${choice.label}　不同 ${count} 节` : choice.label }
      }),
    [before, after, choices, view.kind],
  )
  return (
    <TabPanel
      tabs={tabs}
      chosen={view.kind}
      onChoose={(key) => choose({ kind: key as ViewKind, id: '' })}
      barClass={barStyles['bar']!}
      panelClass={barStyles['panel']!}
      aside={
        <ViewPicker
          kind={view.kind}
          choices={counted}
          value={view.id}
          onChange={(id) => choose({ kind: view.kind, id })}
        />
      }
    >
      {view.id ? (
        <TimetableCompare
          label={nameView({ view, choices })}
          days={listDays(content)}
          periods={listPeriods(content)}
          before={listLessons(before, view)}
          after={listLessons(after, view)}
          names={[content.timetable.name, other.timetable.name]}
        />
      ) : (
        <NobodyHere kind={view.kind} />
      )}
    </TabPanel>
  )
}

function countDifferences(before: TimetableIndex, after: TimetableIndex, view: View) {
  const { moved, relocated, onlyBefore, onlyAfter } = compareTimetables(
    listLessons(before, view),
    listLessons(after, view),
  )
  return moved.length + relocated.length + onlyBefore.length + onlyAfter.length
}
