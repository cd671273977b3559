import type { Cell, ModelGroup, ModelSlot, TimetableModel, TimetableRule } from '../model.ts'

/** What the rules say about single cells, looked up by the pre-check and by the builder of the problem. */
export interface Grid {
  cells: readonly Cell[]
  /** The cells in which a teacher, a class, a free group, a subject may have lessons. */
  ofTeacher: (userId: string) => ReadonlySet<string>
  ofClass: (classId: string) => ReadonlySet<string>
  ofGroup: (group: ModelGroup) => ReadonlySet<string>
  ofSubject: (subjectId: string) => ReadonlySet<string>
}

type RuleOf<Kind extends TimetableRule['kind']> = Extract<TimetableRule, { kind: Kind }>

export const rulesOf = <Kind extends TimetableRule['kind']>(model: TimetableModel, kind: Kind): RuleOf<Kind>[] =>
  model.rules.filter((rule): rule is RuleOf<Kind> => rule.kind === kind)

export const keyOf = ({ weekday, periodId }: Cell) => `${weekday} ${periodId}`

/** The cell of a lesson that has one. */
export const cellOf = ({ weekday, periodId }: Pick<ModelSlot, 'weekday' | 'periodId'>): Cell | null =>
  weekday === null || periodId === null ? null : { weekday, periodId }

export function createGrid(model: TimetableModel): Grid {
  const cells = model.weekdays.flatMap((weekday) => model.periods.map(({ id }) => ({ weekday, periodId: id })))
  const all: ReadonlySet<string> = new Set(cells.map(keyOf))
  const classOff = rulesOf(model, 'class-off')
  const isForAll = (rule: RuleOf<'class-off'>) => rule.gradeIds.length + rule.classIds.length === 0
  const without = (rules: readonly { cells: readonly Cell[] }[]) =>
    all.difference(new Set(rules.flatMap((rule) => rule.cells.map(keyOf))))
  const ofClass = remember((classId: string) => {
    const gradeId = model.classes.get(classId)?.gradeId ?? ''
    return without(
      classOff.filter((rule) => isForAll(rule) || rule.classIds.includes(classId) || rule.gradeIds.includes(gradeId)),
    )
  })
  const ofGrade = remember((gradeId: string) =>
    without(classOff.filter((rule) => isForAll(rule) || rule.gradeIds.includes(gradeId))),
  )
  const classesOf = Map.groupBy(
    model.pupils.flatMap(({ classId, groupIds }) => (classId ? groupIds.map((id) => ({ id, classId })) : [])),
    ({ id }) => id,
  )
  const ofFreeGroup = remember((groupId: string) =>
    (classesOf.get(groupId) ?? [])
      .map(({ classId }) => ofClass(classId))
      .reduce((left, one) => left.intersection(one), all),
  )
  return {
    cells,
    ofTeacher: remember((userId) => without(rulesOf(model, 'teacher-off').filter((r) => r.userIds.includes(userId)))),
    ofClass,
    ofGroup: ({ id, classId, gradeId }) =>
      classId === null ? ofFreeGroup(id).intersection(ofGrade(gradeId)) : ofClass(classId),
    ofSubject: remember((subjectId) =>
      rulesOf(model, 'subject-only')
        .filter((rule) => !rule.isSoft && rule.subjectIds.includes(subjectId))
        .reduce<ReadonlySet<string>>(
          (left, rule) => left.intersection(new Set(rule.cells.map(keyOf))),
          without(rulesOf(model, 'subject-off').filter((r) => !r.isSoft && r.subjectIds.includes(subjectId))),
        ),
    ),
  }
}

function remember<T>(compute: (id: string) => T): (id: string) => T {
  const known = new Map<string, T>()
  return (id) => {
    if (!known.has(id)) known.set(id, compute(id))
    return known.get(id)!
  }
}

/** The rooms of a special subject, none for a subject that is taught in the room of the class. */
export const specialRoomsOf = (model: TimetableModel, subjectId: string): string[] => [
  ...new Set(rulesOf(model, 'subject-rooms').flatMap((r) => (r.subjectIds.includes(subjectId) ? r.roomIds : []))),
]

/** The smallest of the limits, if there is one. */
export function dailyMostOf(model: TimetableModel, kind: 'teacher' | 'subject', id: string): number | null {
  const limits =
    kind === 'teacher'
      ? rulesOf(model, 'teacher-daily-most').filter(({ userIds }) => userIds.length === 0 || userIds.includes(id))
      : rulesOf(model, 'subject-daily-most').filter(({ subjectIds }) => subjectIds.includes(id))
  return limits.length === 0 ? null : Math.min(...limits.map(({ most }) => most))
}

/** Longer than any pause inside a morning or an afternoon. */
const longestPause = 40
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Whether a double lesson may begin in this period: the next one follows without noon between them. */
export function mayBeginDouble({ periods }: TimetableModel, at: number): boolean {
  const [one, next] = [periods[at], periods[at + 1]]
  return one !== undefined && next !== undefined && minutesOf(next.begins) - minutesOf(one.ends) <= longestPause
}

type Weeks = Pick<ModelSlot, 'weekRule' | 'weeks'>

/** Whether two lessons of one time are ever in the same week. */
export function weeksMeet(one: Weeks, other: Weeks): boolean {
  if (one.weekRule === 'listed') return one.weeks.some((week) => isInWeek(other, week))
  if (other.weekRule === 'listed') return weeksMeet(other, one)
  return one.weekRule === 'every' || other.weekRule === 'every' || one.weekRule === other.weekRule
}

function isInWeek({ weekRule, weeks }: Weeks, week: number): boolean {
  if (weekRule === 'listed') return weeks.includes(week)
  return weekRule === 'every' || (weekRule === 'odd') === (week % 2 === 1)
}
