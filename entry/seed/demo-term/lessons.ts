/** A class of the school, in the order in which classes are assigned to teachers. */
export interface ClassToTeach {
  id: string
  gradeId: string
  stage: number
  /** The school has eight lessons a day; primary schools have six. */
  hasLongDays?: boolean
}

export interface TaughtSubject {
  id: string
  name: string
  stages: readonly number[]
}

export interface SubjectTeacher {
  userId: string
  /** The name in the curriculum. */
  subject: string
  /** Teaches in this stage only; null: wherever the subject is taught. */
  stage: number | null
}

interface Lesson {
  classId: string
  gradeId: string
  subjectId: string
  userId: string
  weekHours: number
}

/** Lessons per week of a class in the stages of demo schools; the usual week has 30. */
// prettier-ignore
const hours: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  2: { 语文: 6, 数学: 4, 英语: 3, 道德与法治: 2, 科学: 2, 体育与健康: 4, 音乐: 2, 美术: 2, 信息科技: 1, 劳动: 1, 综合实践: 1, 班会: 1 },
  3: { 语文: 5, 数学: 4, 英语: 4, 道德与法治: 2, 科学: 3, 历史: 2, 地理: 1, 体育与健康: 3, 音乐: 1, 美术: 1, 信息科技: 1, 劳动: 1, 综合实践: 1, 班会: 1 },
}
// prettier-ignore
const longDayHours: Readonly<Record<string, number>> = { ...hours[3], 语文: 6, 数学: 6, 英语: 5, 科学: 5, 地理: 2 }
export const getWeekHours = ({ stage, hasLongDays }: Pick<ClassToTeach, 'stage' | 'hasLongDays'>, subject: string) =>
  (hasLongDays ? longDayHours : hours[stage])?.[subject] ?? 1

/** Subjects that a teacher gives in one stage only. */
const mainSubjects = ['语文', '数学', '英语']
/** The class teacher gives these subjects to the class. */
const classHeadSubjects = ['劳动', '综合实践', '班会']
/** With the three lessons of a class teacher this is 18, the maximum. */
const mostHours = 15

/** The demand for teachers of one subject, in one stage or in the whole school. */
interface Chair {
  subject: string
  stage: number | null
  classes: ClassToTeach[]
}

function listChairs(classes: readonly ClassToTeach[], subjects: readonly TaughtSubject[]): Chair[] {
  const stages = [...new Set(classes.map(({ stage }) => stage))]
  return subjects
    .filter(({ name }) => !classHeadSubjects.includes(name))
    .flatMap(({ name, stages: taught }): Chair[] => {
      const own = classes.filter(({ stage }) => taught.includes(stage))
      if (!mainSubjects.includes(name)) return [{ subject: name, stage: null, classes: own }]
      return stages.map((stage) => ({ subject: name, stage, classes: own.filter((one) => one.stage === stage) }))
    })
    .filter((chair) => chair.classes.length > 0)
}

/** Assigns classes in order, as many to each teacher as a week allows; with more teachers fewer each. */
function divideClasses({ classes, subject }: Chair, teachers: number): ClassToTeach[][] {
  const total = classes.reduce((sum, one) => sum + getWeekHours(one, subject), 0)
  for (let parts = Math.min(Math.max(1, teachers), classes.length); ; parts++) {
    const target = total / parts
    const shared: ClassToTeach[][] = []
    let taken = 0
    for (const one of classes) {
      const at = Math.min(parts - 1, Math.floor(taken / target))
      ;(shared[at] ??= []).push(one)
      taken += getWeekHours(one, subject)
    }
    const full = shared.filter((share) => share !== undefined)
    const loads = full.map((share) => share.reduce((sum, one) => sum + getWeekHours(one, subject), 0))
    if (parts >= classes.length || loads.every((load) => load <= mostHours)) return full
  }
}

interface LessonPlan {
  lessons: Lesson[]
  heads: { classId: string; userId: string }[]
}

/** A missing teacher of a subject, with the stage where that matters. */
type Vacancy = Omit<SubjectTeacher, 'userId'>

/** The posts of a school with their classes; existing teachers take the first ones. */
function listPosts(
  classes: readonly ClassToTeach[],
  subjects: readonly TaughtSubject[],
  there: readonly SubjectTeacher[],
) {
  return listChairs(classes, subjects).flatMap((chair) => {
    const own = there.filter(({ subject, stage }) => subject === chair.subject && stage === chair.stage)
    return divideClasses(chair, own.length).map((share, at) => ({ chair, share, userId: own[at]?.userId }))
  })
}

export const listVacancies = (
  classes: readonly ClassToTeach[],
  subjects: readonly TaughtSubject[],
  there: readonly SubjectTeacher[],
): Vacancy[] =>
  listPosts(classes, subjects, there).flatMap(({ chair, userId }) =>
    userId ? [] : [{ subject: chair.subject, stage: chair.stage }],
  )

/**
 * Plans lessons and class teachers: every subject of every class has a teacher, nobody has more than 18 lessons, and a
 * class teacher teaches the class. `first` gets the first class.
 */
export function planLessons(
  classes: readonly ClassToTeach[],
  subjects: readonly TaughtSubject[],
  there: readonly SubjectTeacher[],
  first?: string,
): LessonPlan {
  const idOf = new Map(subjects.map(({ id, name }) => [name, id]))
  const teach = (one: ClassToTeach, subject: string, userId: string): Lesson => ({
    classId: one.id,
    gradeId: one.gradeId,
    subjectId: idOf.get(subject)!,
    userId,
    weekHours: getWeekHours(one, subject),
  })
  const lessons = listPosts(classes, subjects, there).flatMap(({ chair, share, userId }) =>
    userId ? share.map((one) => teach(one, chair.subject, userId)) : [],
  )
  const heads = chooseClassHeads(classes, lessons, first)
  for (const { classId, userId } of heads) {
    const one = classes.find(({ id }) => id === classId)!
    for (const { name, stages } of subjects)
      if (classHeadSubjects.includes(name) && stages.includes(one.stage)) lessons.push(teach(one, name, userId))
  }
  return { lessons, heads }
}

/**
 * One class teacher for each class from its teachers, and at most one class each, by augmenting paths of a matching.
 */
function chooseClassHeads(classes: readonly ClassToTeach[], lessons: readonly Lesson[], first: string | undefined) {
  const teachersOf = new Map(
    [...Map.groupBy(lessons, ({ classId }) => classId)].map(([id, own]) => [id, own.map(({ userId }) => userId)]),
  )
  const classOf = new Map<string, string>()
  const find = (classId: string, tried: Set<string>): boolean => {
    for (const userId of teachersOf.get(classId) ?? []) {
      if (tried.has(userId)) continue
      tried.add(userId)
      const currentClass = classOf.get(userId)
      const isPinned = currentClass !== undefined && userId === first
      if (isPinned || (currentClass !== undefined && !find(currentClass, tried))) continue
      classOf.set(userId, classId)
      return true
    }
    return false
  }
  if (first && classes[0]) classOf.set(first, classes[0].id)
  for (const { id } of classes.slice(first ? 1 : 0)) find(id, new Set())
  return [...classOf].map(([userId, classId]) => ({ classId, userId }))
}
