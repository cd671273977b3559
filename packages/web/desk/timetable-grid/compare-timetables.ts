import { toCellKey, type CellKey, type CellPosition, type GridLesson } from './grid-types.ts'

/** A lesson that lies elsewhere in the second plan. */
export interface LessonMove {
  from: GridLesson
  to: GridLesson
}

export interface TimetableDifference {
  /** Lessons at the same time in both plans. */
  same: readonly GridLesson[]
  moved: readonly LessonMove[]
  /** At the same time, in another room. */
  relocated: readonly LessonMove[]
  onlyBefore: readonly GridLesson[]
  onlyAfter: readonly GridLesson[]
}

/** Lessons of one kind are exchangeable: which of five lessons of mathematics was moved means nothing. */
const kindOf = ({ subjectId, detail, weekNote = '' }: GridLesson) => [subjectId, detail, weekNote].join('\n')

/** Compares two plans of one class, teacher or room. The ids of the lessons may differ. */
export function compareTimetables(before: readonly GridLesson[], after: readonly GridLesson[]): TimetableDifference {
  const same: GridLesson[] = []
  const relocated: LessonMove[] = []
  const restAfter = [...after]
  const take = (isWanted: (lesson: GridLesson) => boolean) => {
    const at = restAfter.findIndex(isWanted)
    return at < 0 ? undefined : restAfter.splice(at, 1)[0]
  }
  const restBefore = before.filter((lesson) => {
    const twin = take((one) => kindOf(one) === kindOf(lesson) && toCellKey(one) === toCellKey(lesson))
    if (!twin) return true
    if (twin.place === lesson.place) same.push(lesson)
    else relocated.push({ from: lesson, to: twin })
    return false
  })
  const moved: LessonMove[] = []
  const onlyBefore = restBefore.filter((from) => {
    const to = take((one) => kindOf(one) === kindOf(from))
    if (to) moved.push({ from, to })
    return !to
  })
  return { same, moved, relocated, onlyBefore, onlyAfter: restAfter }
}

/** What differs in one cell. */
export interface CellDifference {
  same: readonly GridLesson[]
  gone: readonly { lesson: GridLesson; to?: GridLesson }[]
  /** With `from` in the same cell only the room differs. */
  come: readonly { lesson: GridLesson; from?: GridLesson }[]
}

export function listCellDifferences(difference: TimetableDifference): ReadonlyMap<CellKey, CellDifference> {
  type Draft = { same: GridLesson[]; gone: CellDifference['gone'][number][]; come: CellDifference['come'][number][] }
  const cells = new Map<CellKey, Draft>()
  const at = (lesson: GridLesson) => {
    const key = toCellKey(lesson)
    const cell = cells.get(key) ?? { same: [], gone: [], come: [] }
    cells.set(key, cell)
    return cell
  }
  for (const lesson of difference.same) at(lesson).same.push(lesson)
  for (const { from, to } of difference.moved) {
    at(from).gone.push({ lesson: from, to })
    at(to).come.push({ lesson: to, from })
  }
  for (const { from, to } of difference.relocated) at(to).come.push({ lesson: to, from })
  for (const lesson of difference.onlyBefore) at(lesson).gone.push({ lesson })
  for (const lesson of difference.onlyAfter) at(lesson).come.push({ lesson })
  return cells
}

/** Equal changes in one sentence: 数学 陈国栋：3 节移动. */
export interface ChangeGroup {
  key: string
  kind: 'moved' | 'relocated' | 'onlyBefore' | 'onlyAfter'
  title: string
  count: number
  /** One by one, in the order of the plans. */
  details: readonly string[]
}

export function groupChanges(difference: TimetableDifference, nameCell: (position: CellPosition) => string) {
  const groups = new Map<string, ChangeGroup>()
  const add = (kind: ChangeGroup['kind'], lesson: GridLesson, detail: string) => {
    const key = `${kind}\n${kindOf(lesson)}`
    const { title, detail: who, weekNote } = lesson
    const before = groups.get(key)
    groups.set(key, {
      key,
      kind,
      title: [title, who, weekNote && `${weekNote}周`].filter(Boolean).join(' '),
      count: (before?.count ?? 0) + 1,
      details: [...(before?.details ?? []), detail],
    })
  }
  for (const { from, to } of difference.moved) add('moved', from, `${nameCell(from)} → ${nameCell(to)}`)
  for (const { from, to } of difference.relocated)
    add('relocated', from, `${nameCell(from)}：${from.place || '无教室'} → ${to.place || '无教室'}`)
  for (const lesson of difference.onlyBefore) add('onlyBefore', lesson, nameCell(lesson))
  for (const lesson of difference.onlyAfter) add('onlyAfter', lesson, nameCell(lesson))
  return [...groups.values()]
}
