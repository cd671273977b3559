/** A period of the day, or a break between two of them, which is drawn as a thin line. */
export interface GridPeriod {
  id: string
  /** As people say it: 第1节. The grid shows the bare number where there is little room. */
  name: string
  begins: string
  ends: string
  isBreak?: boolean
}

export interface GridDay {
  weekday: number
  label: string
  /** The date: 11-16. */
  note?: string
  isToday?: boolean
  /** What is unusual on this day: 按周五上课, 国庆节. */
  remark?: string
}

/** What a lesson shows, wherever it lies. */
export interface LessonFacts {
  id: string
  title: string
  /** At most two characters, for the cells of a master sheet; without it the first two of the title. */
  short?: string
  subjectId: string
  /** The teacher in the timetable of a class, the class in that of a teacher. */
  detail: string
  place: string
  /** 单 or 双, where it is not in every week. */
  weekNote?: string
  isLocked?: boolean
  tone?: 'normal' | 'changed' | 'cancelled' | 'open'
  /** The tone in a word: 代课, 停课. */
  note?: string
}

export interface GridLesson extends LessonFacts {
  weekday: number
  periodId: string
}

/** A lesson without a period; lessons of one group are shown together. */
export interface TrayLesson extends LessonFacts {
  group: string
}

export interface CellPosition {
  weekday: number
  periodId: string
}

/** Whether the held lesson may lie in a cell: `swap` with the lesson there, `same` is a lesson of the same kind. */
export interface Verdict {
  state: 'free' | 'swap' | 'same' | 'blocked'
  /** At most ten characters. */
  text: string
  /** A whole sentence, for the tooltip and for screen readers. */
  detail: string
}

/** The lesson in the user's hand; without a position it comes from the tray. */
export type HeldLesson = LessonFacts & Partial<CellPosition>

export type CellKey = `${number}:${string}`

export const listPeriods = (periods: readonly GridPeriod[]) => periods.filter(({ isBreak }) => !isBreak)

export const toCellKey = ({ weekday, periodId }: CellPosition): CellKey => `${weekday}:${periodId}`

/** The cell of the held lesson itself. */
export const getSourceKey = (held: HeldLesson | undefined): CellKey | undefined =>
  held?.weekday === undefined || held.periodId === undefined
    ? undefined
    : toCellKey({ weekday: held.weekday, periodId: held.periodId })

export const canPlace = (verdict: Verdict | undefined) => verdict?.state === 'free' || verdict?.state === 'swap'

/** What the user does. The page answers with new props; nothing moves before that. */
export interface LessonActions {
  onPick: (lessonId: string) => void
  onPlace: (position: CellPosition) => void
  onPutBack: () => void
  /** Takes the held lesson out of the timetable; without it nothing can be dropped into the tray. */
  onUnplace?: () => void
  onToggleLock?: (lessonId: string) => void
  onUndo?: () => void
  onRedo?: () => void
  /** The key F: to the search of the page. */
  onFind?: () => void
}

/** What makes a timetable editable. */
export interface LessonEdit {
  held: HeldLesson | undefined
  /** Undefined until the server has answered: then no cell looks allowed. */
  verdicts: ReadonlyMap<CellKey, Verdict> | undefined
  actions: LessonActions
}

/** 第1节 is 1 at the head of a row. */
export const toShortName = (name: string) => /^第(.+)节$/.exec(name)?.[1] ?? name

/** All that is known about a lesson, for a tooltip or a screen reader. */
export const describeLesson = ({ title, detail, place, weekNote, note, isLocked }: LessonFacts) =>
  [title, weekNote && `${weekNote}周`, detail, place, note, isLocked && '已锁定'].filter(Boolean).join(' ')

export function groupByCell(lessons: readonly GridLesson[]): ReadonlyMap<CellKey, readonly GridLesson[]> {
  const cells = new Map<CellKey, GridLesson[]>()
  for (const lesson of lessons) {
    const key = toCellKey(lesson)
    const lessonsThere = cells.get(key)
    if (lessonsThere) lessonsThere.push(lesson)
    else cells.set(key, [lesson])
  }
  return cells
}
