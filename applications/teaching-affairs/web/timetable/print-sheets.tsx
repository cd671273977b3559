import { useState, type ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import type { MenuItem } from '#packages/web/desk/menu-items.tsx'
import { usePrintOnce } from '#packages/web/desk/printed.tsx'
import { PrintedMaster } from '#packages/web/desk/timetable-grid/printed-master.tsx'
import { PocketCard, PrintedTimetable } from '#packages/web/desk/timetable-grid/printed-timetable.tsx'
import { PrintSheet } from '#packages/web/desk/timetable-grid/print-sheet.tsx'
import { listMasterRows } from './master-rows.ts'
import {
  listChoices,
  listDays,
  listLessons,
  listPeriods,
  type TimetableIndex,
  type View,
  type ViewChoice,
} from './timetable-views.ts'
import { nameView, type ChosenView } from './use-chosen-view.ts'

type Print = { kind: 'sheets' | 'cards'; views: readonly View[]; choices: readonly ViewChoice[] } | { kind: 'master' }

/** What can be printed from a view: it, all classes or all teachers, the sheet of the school on A3. */
export function usePrintItems(index: TimetableIndex, { view, choices }: ChosenView) {
  const [print, setPrint] = useState<Print>()
  usePrintOnce(print !== undefined, () => setPrint(undefined))
  const printAll = (kind: 'class' | 'teacher', form: 'sheets' | 'cards') => () => {
    const all = listChoices(index, kind)
    setPrint({ kind: form, choices: all, views: all.map(({ value }) => ({ kind, id: value })) })
  }
  const printOne = (kind: 'sheets' | 'cards') => () => setPrint({ kind, views: [view], choices })
  const items: MenuItem[] = [
    ...(view.id
      ? [{ key: 'print', label: '打印这张课表（A4）', dividerBefore: true, onSelect: printOne('sheets') }]
      : []),
    ...(view.kind === 'teacher' && view.id
      ? [{ key: 'card', label: '打印口袋课表', onSelect: printOne('cards') }]
      : []),
    { key: 'classes', label: '打印全部班级（A4）', dividerBefore: !view.id, onSelect: printAll('class', 'sheets') },
    { key: 'cards', label: '打印全部教师口袋课表', onSelect: printAll('teacher', 'cards') },
    { key: 'master', label: '打印总表（A3）', onSelect: () => setPrint({ kind: 'master' }) },
  ]
  return { items, sheets: print && <Sheets index={index} print={print} /> }
}

function Sheets({ index, print }: { index: TimetableIndex; print: Print }): ReactNode {
  const { content } = index
  const { termName, name, effectiveOn, orgId } = content.timetable
  const own = useSession(({ user }) => user)
  const school = own?.orgId === orgId ? own.orgName : ''
  const common = {
    facts: [school, termName].filter(Boolean).join('　'),
    days: listDays(content),
    periods: listPeriods(content),
    foot: effectiveOn ? `${name}，${effectiveOn} 起生效` : `${name}，未发布`,
  }
  if (print.kind === 'master') {
    return (
      <PrintSheet paper="a3">
        <PrintedMaster {...common} title="总课表" rowTitle="班级" rows={listMasterRows(index)} />
      </PrintSheet>
    )
  }
  const Sheet = print.kind === 'cards' ? PocketCard : PrintedTimetable
  return (
    <PrintSheet paper={print.kind === 'cards' ? 'card' : 'a4'}>
      {print.views.map((view) => (
        <Sheet
          key={view.id}
          {...common}
          title={nameView({ view, choices: print.choices })}
          lessons={listLessons(index, view)}
        />
      ))}
    </PrintSheet>
  )
}
