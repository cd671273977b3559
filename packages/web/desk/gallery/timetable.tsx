import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EditArea } from '../timetable-grid/edit-area.tsx'
import type {
  CellPosition,
  GridLesson,
  HeldLesson,
  LessonActions,
  LessonEdit,
  TrayLesson,
} from '../timetable-grid/grid-types.ts'
import { HeldPanel, type DraftChange, type PlaceSuggestion } from '../timetable-grid/held-panel.tsx'
import { LessonTray } from '../timetable-grid/lesson-tray.tsx'
import { MasterGrid } from '../timetable-grid/master-grid.tsx'
import { PrintSheet } from '../timetable-grid/print-sheet.tsx'
import { PrintedMaster } from '../timetable-grid/printed-master.tsx'
import { PocketCard, PrintedTimetable } from '../timetable-grid/printed-timetable.tsx'
import { addStep, createHistory, redoStep, undoStep } from '../timetable-grid/step-history.ts'
import { TimetableCompare } from '../timetable-grid/timetable-compare.tsx'
import { TimetableGrid } from '../timetable-grid/timetable-grid.tsx'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import {
  changedLessons,
  days,
  judgeCells,
  lessons,
  masterRows,
  otherPlan,
  periods,
  subjects,
  trayLessons,
} from './timetable-sample.ts'
import styles from './showcase.module.css'
import look from './timetable.module.css'

const week = { label: '七(3)班课表', days, periods, subjects }
const nothing = () => {}
const noActions: LessonActions = { onPick: nothing, onPlace: nothing, onPutBack: nothing, onUnplace: nothing }
const mathematics = lessons.find(({ id }) => id === '2-1')

/** Timetables: to read, to change, to compare, to print. */
export default function TimetableGallery() {
  return (
    <div className={styles['page']}>
      <PieceHead title="课表" />
      <Section title="编辑：拖动、点两次或用键盘">
        <EditDemo />
      </Section>
      <Section title="查看：代课、停课、待安排和单双周">
        <TimetableGrid {...week} lessons={changedLessons} />
      </Section>
      <Section title="拿起，正在检查">
        <EditArea held={mathematics} verdicts={undefined} actions={noActions}>
          <Beside panel={<Panel suggestions={undefined} />}>
            <TimetableGrid {...week} lessons={lessons} />
          </Beside>
        </EditArea>
      </Section>
      <Section title="没有课">
        <TimetableGrid {...week} lessons={[]} />
      </Section>
      <Section title="待排：没有课时">
        <LessonTray lessons={[]} />
      </Section>
      <Section title="总课表">
        <div className={look['master']}>
          <MasterGrid
            label="总课表"
            rowTitle="班级"
            days={days}
            periods={periods}
            rows={masterRows}
            subjects={subjects}
          />
        </div>
      </Section>
      <Section title="比较两个方案">
        <TimetableCompare {...week} before={lessons} after={otherPlan} names={['方案一', '方案二']} />
      </Section>
      <Section title="比较：相同">
        <TimetableCompare {...week} before={lessons} after={lessons} names={['方案一', '方案二']} />
      </Section>
      <Section title="打印">
        <PrintDemo />
      </Section>
    </div>
  )
}

const Beside = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className={look['beside']}>
    {children}
    {panel}
  </div>
)

const Panel = ({ suggestions }: { suggestions: readonly PlaceSuggestion[] | undefined }) => (
  <HeldPanel
    heldFacts="周二 第3节 · 301教室 · 每周 5 节"
    suggestions={suggestions}
    changes={[]}
    onUndoChange={nothing}
  />
)

interface Draft {
  placed: readonly GridLesson[]
  tray: readonly TrayLesson[]
  changes: readonly DraftChange[]
}

/** A page without a server: the verdicts are there at once, every change is kept in memory. */
function EditDemo() {
  const [history, setHistory] = useState(() =>
    createHistory<Draft>({ placed: lessons, tray: trayLessons, changes: [] }),
  )
  const [heldId, setHeldId] = useState('')
  const { placed, tray, changes } = history.now
  const held: HeldLesson | undefined = [...placed, ...tray].find(({ id }) => id === heldId)
  const verdicts = held && judgeCells(held, placed)
  const change = (next: Pick<Draft, 'placed' | 'tray'>, text: string) => {
    const id = String(history.past.length)
    setHistory(addStep(history, { ...next, changes: [...changes, { id, text }] }))
    setHeldId('')
  }
  const edit: LessonEdit = {
    held,
    verdicts,
    actions: {
      onPick: setHeldId,
      onPutBack: () => setHeldId(''),
      onPlace: (position) => held && change(moveLesson(history.now, held, position), describeMove(held, position)),
      onUnplace: () => held && change(unplaceLesson(history.now, held), `${held.title}取消安排`),
      onToggleLock: (id) => {
        const all = placed.map((lesson) => (lesson.id === id ? { ...lesson, isLocked: !lesson.isLocked } : lesson))
        change({ placed: all, tray }, '加锁或解锁')
      },
      onUndo: () => setHistory(undoStep),
      onRedo: () => setHistory(redoStep),
    },
  }
  const suggestions = [...(verdicts ?? [])]
    .filter(([, { state }]) => state === 'swap' || state === 'free')
    .slice(0, 4)
    .map(([key, { detail }]): PlaceSuggestion => {
      const [weekday = '', periodId = ''] = key.split(':')
      const position = { weekday: Number(weekday), periodId }
      return { ...position, where: nameCell(position), effect: detail, cost: '改动 2 人' }
    })
  return (
    <EditArea {...edit} subjects={subjects}>
      <Beside
        panel={
          <div className={look['column']}>
            <HeldPanel
              {...(held && { heldFacts: [held.detail, held.place].join(' · ') })}
              suggestions={suggestions}
              changes={changes}
              onUndoChange={() => setHistory(undoStep)}
            />
            <LessonTray lessons={tray} subjects={subjects} />
          </div>
        }
      >
        <TimetableGrid {...week} lessons={placed} />
      </Beside>
    </EditArea>
  )
}

const nameCell = ({ weekday, periodId }: CellPosition) =>
  `${days.find((day) => day.weekday === weekday)?.label} ${periods.find(({ id }) => id === periodId)?.name}`
const describeMove = ({ title }: HeldLesson, position: CellPosition) => `${title} → ${nameCell(position)}`

function moveLesson({ placed, tray }: Draft, held: HeldLesson, position: CellPosition) {
  const from = { weekday: held.weekday ?? 0, periodId: held.periodId ?? '' }
  const others = placed.filter(({ id }) => id !== held.id)
  const isThere = (one: CellPosition) => one.weekday === position.weekday && one.periodId === position.periodId
  // What lies there takes the old cell, or goes to the tray.
  const rest = held.weekday === undefined ? others.filter((lesson) => !isThere(lesson)) : others
  const freed = held.weekday === undefined ? others.filter(isThere).map(toTray) : []
  return {
    placed: [...rest.map((lesson) => (isThere(lesson) ? { ...lesson, ...from } : lesson)), { ...held, ...position }],
    tray: [...tray.filter(({ id }) => id !== held.id), ...freed],
  }
}

const toTray = ({ weekday: _weekday, periodId: _periodId, ...lesson }: HeldLesson): TrayLesson => ({
  ...lesson,
  group: '七(3)班',
})

const unplaceLesson = ({ placed, tray }: Draft, held: HeldLesson) => ({
  placed: placed.filter(({ id }) => id !== held.id),
  tray: [...tray, toTray(held)],
})

const papers = { a4: '班级课表 A4', a3: '总课表 A3', card: '口袋课表' } as const
type Paper = keyof typeof papers
const printed = { days, periods, facts: '明湖区实验学校　第 12 周', foot: '2026-11-13 发布' }

function PrintDemo() {
  const [paper, setPaper] = useState<Paper>('a4')
  const sheet = {
    a4: <PrintedTimetable {...printed} title="七(3)班课表" lessons={changedLessons} />,
    a3: <PrintedMaster {...printed} title="总课表" rowTitle="班级" rows={masterRows} />,
    card: <PocketCard {...printed} title="陈国栋的课表" lessons={lessons} />,
  }[paper]
  return (
    <>
      <div className={styles['row']}>
        {(Object.keys(papers) as Paper[]).map((key) => (
          <Button key={key} aria-pressed={key === paper} onClick={() => setPaper(key)}>
            {papers[key]}
          </Button>
        ))}
        <Button type="primary" ghost onClick={() => window.print()}>
          打印
        </Button>
      </div>
      <div className={look['paper']}>{sheet}</div>
      <PrintSheet paper={paper}>{sheet}</PrintSheet>
    </>
  )
}
