export interface BoardPeriod {
  id: string
  /** As people say it: 第1节. */
  name: string
  begins: string
}

/** open: nobody gives it · waiting: somebody is asked · past: it has begun, so nothing can be arranged any more. */
export type BoardLessonState = 'open' | 'waiting' | 'arranged' | 'cancelled' | 'past'

export interface BoardLesson {
  id: string
  periodId: string
  /** 七(3)班 */
  title: string
  /** 数学 */
  detail: string
  state: BoardLessonState
  /** The state in words: 待安排, 王芳代课. */
  text: string
  /** Chosen, but not sent yet: 王芳. */
  draft?: string
}

/** Somebody who is missing, with the lessons of the day by their begin. */
export interface BoardColumn {
  id: string
  name: string
  lessons: readonly BoardLesson[]
}

/** Somebody for the chosen lesson, the best first. */
export interface BoardCandidate {
  id: string
  name: string
  /** Why she is suitable: 同科, 任教本班. */
  facts: readonly string[]
  warning: string
  /** Why she cannot be chosen; empty if she can. */
  obstacle: string
}

export const countOpen = ({ lessons }: BoardColumn) => lessons.filter(({ state }) => state === 'open').length

/** The lesson that an arrow key leads to: up and down in a column, left and right to the nearest period of the next. */
export function findNextLesson(
  columns: readonly BoardColumn[],
  periods: readonly BoardPeriod[],
  from: string,
  key: string,
): string | undefined {
  const column = columns.findIndex(({ lessons }) => lessons.some(({ id }) => id === from))
  const lessons = columns[column]?.lessons ?? []
  const at = lessons.findIndex(({ id }) => id === from)
  if (key === 'ArrowDown') return lessons[at + 1]?.id
  if (key === 'ArrowUp') return at > 0 ? lessons[at - 1]?.id : undefined
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const rowOf = ({ periodId }: { periodId: string }) => periods.findIndex(({ id }) => id === periodId)
  const row = lessons[at] ? rowOf(lessons[at]) : 0
  for (let next = column + step; step !== 0 && next >= 0 && next < columns.length; next += step) {
    const byDistance = [...columns[next]!.lessons].sort(
      (one, other) => Math.abs(rowOf(one) - row) - Math.abs(rowOf(other) - row),
    )
    if (byDistance[0]) return byDistance[0].id
  }
  return undefined
}
