import { newId, orgTreeScope, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { assignTeacher, closeClass, ensureDefaultPeriods, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { saveCalendar } from '#kernel/schooling/server/service/time/calendar.ts'
import { savePeriodScheme } from '#kernel/schooling/server/service/time/timetable-periods.ts'
import { saveTeachingGroup } from '#kernel/schooling/server/service/classes/teaching-matrix.ts'
import { endAssignment } from '#kernel/schooling/server/service/classes/end-assignment.ts'
import { changeEnrolments } from '#kernel/student/server/api.ts'
import { aFamily } from '#kernel/student/server/example.ts'
import { setGroupMembers } from '#kernel/student/server/service/students/rosters.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { moveDuties, endDuties } from '#engines/duty/server/api.ts'
import { colourLessons } from './colour-lessons.fixture.ts'
import { aTaughtGrade } from './example.ts'
import { listLessonsFrom, updateLesson } from './lesson-queries.ts'
import { publishTimetable } from './publish.ts'
import { recountings } from './recount-lessons.ts'
import { followChange, type ExpectedLesson, type KnownSlot, type YearFacts } from './school-year-reference.fixture.ts'
import { deleteSlots, insertSlots, listSlots } from './slot-queries.ts'
import { lessonDuty, toMoment } from './store-lessons.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'
import { createTimetable, requireDraft } from './timetables.ts'

const subjects = { 语文: 5, 数学: 5, 英语: 4, 体育与健康: 3, 美术: 0.5, 音乐: 0.5 }
type Subject = keyof typeof subjects
export const firstDay = '2026-09-01'
const beforeSchool = new Date(`${firstDay}T06:00:00+08:00`)
const moreRights = ['student.event', 'student.edit', 'student.read']

/** The free days and make-up days of the State Council in this term. */
const nationalDays = (): YearFacts['days'] =>
  new Map([
    ...['2026-09-25', '2026-09-26', '2026-09-27', '2026-10-01', '2026-10-02'].map((day) => [day, null] as const),
    ...['2026-10-05', '2026-10-06', '2026-10-07'].map((day) => [day, null] as const),
    ['2026-09-20', 2],
    ['2026-10-10', 3],
  ])

type World = Awaited<ReturnType<typeof createWorld>>

/** A grade with three classes, a teacher for each subject, two free groups at one time, and three families. */
async function createWorld(database: TestDatabase) {
  const as = atMoment(database)
  const at = await as(createActor(), beforeSchool, createTimetableSchools)
  const rights = moreRights.map((right) => [right, orgTreeScope(at.school)] as const)
  const office: Actor = { ...at.office, permissions: new Map([...at.office.permissions, ...rights]) }
  const chief = createActor({ orgId: at.bureau.id }, { 'term.edit': wholeDistrict })
  const inOffice = <T>(now: Date, work: (ctx: Ctx) => Promise<T>) => as(office, now, work)
  return inOffice(beforeSchool, async (ctx) => {
    const grade = await aTaughtGrade(ctx, at.school, { classes: 3, subjects })
    await ensureDefaultPeriods(ctx, at.school.id)
    const spare = []
    for (let count = 0; count < 5; count++) spare.push(await aTeacher(ctx, { at: at.school, since: '2020-08-01' }))
    const families = []
    for (const classId of grade.classIds) families.push(await aFamily(ctx, { ...grade, classId }))
    return { database, as, inOffice, chief, school: at.school, grade, spare: spare as Teacher[], families }
  })
}

/** A school whose term is lived through twice: by the product, and on paper. */
export class SchoolYear {
  readonly #world: World
  readonly facts: YearFacts
  readonly freeIds: string[] = []
  expected: ExpectedLesson[] = []
  /** What a wrong reference expects. */
  byPosition: ExpectedLesson[] = []
  rewritten: ExpectedLesson[] = []
  readonly #delivered = new Set<string>()

  static async open(database: TestDatabase) {
    const year = new SchoolYear(await createWorld(database))
    await year.#readHours(firstDay)
    await year.#formGroups()
    return year
  }

  constructor(world: World) {
    this.#world = world
    const { term } = world.grade
    this.facts = {
      startsOn: term.startsOn,
      endsOn: term.endsOn,
      days: nationalDays(),
      hours: [],
      groups: new Map(),
      versions: [],
      pupils: new Map(
        world.families.map(({ pupil }, at) => [
          pupil.userId,
          { classes: [{ id: world.grade.classIds[at]!, from: firstDay, over: null }], groups: [] },
        ]),
      ),
    }
  }

  get world() {
    return this.#world
  }
  get classIds() {
    return this.#world.grade.classIds
  }
  teacher(subject: Subject) {
    return this.#world.grade.teachers.get(subject)!
  }
  get teachers(): Teacher[] {
    return [...this.#world.grade.teachers.values(), ...this.#world.spare]
  }
  groupOf(classId: string, subject: Subject) {
    return [...this.facts.groups].find(([, group]) => group.classId === classId && group.subject === subject)![0]
  }

  /** The identities of the periods and their times from a day on, as the school set them. */
  async #readHours(from: string) {
    const { school, inOffice } = this.#world
    const [scheme] = await inOffice(beforeSchool, (ctx) => listPeriodSchemesOf(ctx, school.id, from, from))
    const lessons = scheme!.periods.filter(({ kind }) => kind === 'lesson')
    this.facts.hours.push({ from, periods: lessons.map(({ slotId, begins, ends }) => ({ id: slotId, begins, ends })) })
  }

  async #formGroups() {
    const { inOffice, grade, spare, families } = this.#world
    const rows = await this.#world.database.sql<{ id: string; classId: string; subject: string }>(
      `select g.id, g.class_id as "classId", s.name as subject from tenant.teaching_group g
       join tenant.subject s on s.district_id = g.district_id and s.id = g.subject_id where g.grade_id = $1`,
      [grade.gradeId],
    )
    const always = (userId: string) => [{ userId, role: 'lead' as const, from: firstDay, over: null }]
    for (const { id, classId, subject } of rows) {
      const teachers = always(this.teacher(subject as Subject).userId)
      this.facts.groups.set(id, { freeName: null, classId, subject, closedOn: null, teachers })
    }
    const subjectId = grade.subjectIds.get('体育与健康')!
    await inOffice(beforeSchool, async (ctx) => {
      for (const [at, name] of ['篮球', '跳绳'].entries()) {
        const form = { id: null, termId: grade.term.id, gradeId: grade.gradeId, subjectId, name, capacity: null }
        const { id } = await saveTeachingGroup(ctx, { ...form, version: 0 })
        const { userId } = spare[at]!
        const post = { termId: grade.term.id, classIds: [], groupId: id, subjectId: null, userId }
        await assignTeacher(ctx, { ...post, role: 'lead', weekHours: 2, from: firstDay })
        const one = { freeName: name, classId: null, subject: '体育与健康', closedOn: null, teachers: always(userId) }
        this.facts.groups.set(id, one)
        this.freeIds.push(id)
        const members = families
          .filter((_, index) => (at === 0 ? index === 0 : index > 0))
          .map(({ pupil }) => pupil.userId)
        await setGroupMembers(ctx, { groupId: id, studentIds: members, from: firstDay })
        for (const member of members) this.facts.pupils.get(member)!.groups.push({ id, from: firstDay, over: null })
      }
    })
  }

  /** Both sides follow: the product by its events, the paper by being worked out again. */
  async #change(now: Date, work: () => Promise<unknown>) {
    await work()
    const { database, inOffice } = this.#world
    const events = await database.sql<{ id: string; name: string; ids: unknown }>(
      'select id, name, ids from tenant.event where id <> all($1::uuid[]) order by at, id',
      [[...this.#delivered]],
    )
    for (const { id, name, ids } of events) {
      this.#delivered.add(id)
      for (const { event, handle } of recountings)
        if (event.name === name) await inOffice(now, (ctx) => handle(ctx, ids))
    }
    this.expected = followChange(this.expected, this.facts, now)
    this.byPosition = followChange(this.byPosition, this.facts, now, { byPosition: true })
    this.rewritten = followChange(this.rewritten, this.facts, now, { rewritesPast: true })
  }

  /** A version with all lessons at other times than the one before. */
  async publish(now: Date, from: string) {
    const { inOffice, grade } = this.#world
    const id = await inOffice(now, async (ctx) => {
      const draft = await createTimetable(ctx, { termId: grade.term.id, orgId: null, name: `${from}起`, copyId: null })
      await deleteSlots(
        ctx.db,
        (await listSlots(ctx.db, draft.id)).map((slot) => slot.id),
      )
      const slots = this.#placeLessons(this.facts.versions.length)
      const rest = { weeks: [], roomId: null, teacherIds: [], isLocked: false }
      await insertSlots(
        ctx.db,
        draft.id,
        slots.map((slot) => ({ ...slot, ...rest })),
        ctx.now,
      )
      this.facts.versions = [...this.facts.versions.filter((one) => one.from < from), { from, slots }]
      return draft.id
    })
    await this.#change(now, () =>
      inOffice(now, async (ctx) => {
        const { version } = await requireDraft(ctx, 'timetable.publish', id)
        await publishTimetable(ctx, { timetableId: id, effectiveOn: from, version })
      }),
    )
  }

  /** The classes have the first five periods, the free groups the sixth of Monday and Thursday. */
  #placeLessons(turn: number): KnownSlot[] {
    const periods = this.facts.hours[0]!.periods
    const open = [...this.facts.groups].filter(([, { closedOn, classId }]) => closedOn === null && classId !== null)
    const lessons = open.flatMap(([groupId, { classId, subject, teachers }]) =>
      Array.from({ length: Math.ceil(subjects[subject as Subject]) }, () => {
        const weekRule =
          subject === '美术' ? ('odd' as const) : subject === '音乐' ? ('even' as const) : ('every' as const)
        return { groupId, weekRule, group: classId!, teacher: teachers.at(-1)!.userId }
      }),
    )
    const colours = colourLessons(lessons, 25)
    const placed = lessons.map(({ groupId, weekRule }, at): KnownSlot => {
      const cell = (colours[at]! + 7 * turn) % 25
      return { id: newId(), groupId, weekRule, weekday: (cell % 5) + 1, periodId: periods[Math.floor(cell / 5)]!.id }
    })
    const free = this.freeIds.flatMap((groupId) =>
      [1, 4].map((weekday): KnownSlot => {
        return {
          id: newId(),
          groupId,
          weekRule: 'every',
          weekday: ((weekday - 1 + turn) % 5) + 1,
          periodId: periods[5]!.id,
        }
      }),
    )
    return [...placed, ...free]
  }

  async setDay(now: Date, day: string, weekday: number | null, isDistrict = false) {
    const { inOffice, as, chief } = this.#world
    const kind = weekday === null ? ('rest' as const) : ('make-up' as const)
    const form = { orgId: null, from: day, to: day, kind, asWeekday: weekday, name: '' }
    const save = (ctx: Ctx) => saveCalendar(ctx, form)
    this.facts.days.set(day, weekday)
    await this.#change(now, () => (isDistrict ? as(chief, now, save) : inOffice(now, save)))
  }

  /** Every period is later, and a new one comes before all others. */
  async changeHours(now: Date, from: string, minutes: number) {
    const { inOffice, school } = this.#world
    const later = (clock: string) => {
      const total = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + minutes
      return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
    }
    await this.#change(now, async () => {
      await inOffice(now, async (ctx) => {
        const scheme = (await listPeriodSchemesOf(ctx, school.id, from, from))[0]!
        const moved = scheme.periods.map((one) => ({
          ...one,
          id: null,
          begins: later(one.begins),
          ends: later(one.ends),
        }))
        const first = {
          id: null,
          slotId: null,
          name: '晨会',
          begins: '07:00',
          ends: '07:10',
          sort: 0,
          kind: 'lesson' as const,
        }
        const periods = [first, ...moved].map((one, sort) => ({ ...one, sort }))
        const days = { startsOn: from, endsOn: null, followsId: scheme.id, gradeIds: [] }
        await savePeriodScheme(ctx, { id: null, orgId: null, name: `${from}起`, version: 0, periods, ...days })
      })
      const before = this.facts.hours.at(-1)!.periods
      const same = before.map(({ id, begins, ends }) => ({ id, begins: later(begins), ends: later(ends) }))
      this.facts.hours.push({ from, periods: [{ id: newId(), begins: '07:00', ends: '07:10' }, ...same] })
    })
  }

  /** Another lead teacher from a day on, who may have begun before anybody wrote it down. */
  async assign(
    now: Date,
    classId: string,
    subject: Subject,
    { userId }: Teacher,
    from: string,
    role: 'lead' | 'cover',
  ) {
    const { inOffice, grade } = this.#world
    const { teachers } = this.facts.groups.get(this.groupOf(classId, subject))!
    const cell = {
      termId: grade.term.id,
      classIds: [classId],
      groupId: null,
      subjectId: grade.subjectIds.get(subject)!,
    }
    await this.#change(now, async () => {
      await inOffice(now, (ctx) => assignTeacher(ctx, { ...cell, userId, role, weekHours: 3, from }))
      for (const one of teachers) if (role === 'lead' && one.role === 'lead' && one.over === null) one.over = from
      teachers.push({ userId, role, from, over: null })
    })
  }

  async endCover(now: Date, classId: string, subject: Subject, endsOn: string, over: string) {
    const groupId = this.groupOf(classId, subject)
    const [row] = await this.#world.database.sql<{ id: string }>(
      `select id from tenant.teaching_assignment where group_id = $1 and role = 'cover'`,
      [groupId],
    )
    await this.#change(now, async () => {
      await this.#world.inOffice(now, (ctx) =>
        endAssignment(ctx, { id: row!.id, endsOn, successorId: null, isOpen: true }),
      )
      this.facts.groups.get(groupId)!.teachers.find(({ role }) => role === 'cover')!.over = over
    })
  }

  async changeClass(now: Date, pupilId: string, classId: string, on: string, type: 'move' | 'merge' = 'move') {
    const { orgId, gradeId } = this.#world.grade
    await this.#change(now, async () => {
      const to = { orgId, gradeId, classId, status: 'studying' as const }
      await this.#world.inOffice(now, (ctx) => changeEnrolments(ctx, [{ studentId: pupilId, type, on, to }]))
      const { classes } = this.facts.pupils.get(pupilId)!
      classes.at(-1)!.over = on
      classes.push({ id: classId, from: on, over: null })
    })
  }

  async changeFreeGroup(now: Date, pupilId: string, on: string) {
    const { groups } = this.facts.pupils.get(pupilId)!
    const old = groups.at(-1)!
    const id = this.freeIds.find((one) => one !== old.id)!
    const membersOf = (groupId: string) =>
      [...this.facts.pupils].filter(([, pupil]) => pupil.groups.at(-1)!.id === groupId).map(([member]) => member)
    await this.#change(now, async () => {
      const [left, joined] = [membersOf(old.id).filter((member) => member !== pupilId), [...membersOf(id), pupilId]]
      await this.#world.inOffice(now, (ctx) => setGroupMembers(ctx, { groupId: old.id, studentIds: left, from: on }))
      await this.#world.inOffice(now, (ctx) => setGroupMembers(ctx, { groupId: id, studentIds: joined, from: on }))
      old.over = on
      groups.push({ id, from: on, over: null })
    })
  }

  /** The pupils of a class go to another one, and it ends. */
  async merge(now: Date, sourceId: string, targetId: string, on: string) {
    for (const [pupilId, { classes }] of this.facts.pupils)
      if (classes.at(-1)!.id === sourceId) await this.changeClass(now, pupilId, targetId, on, 'merge')
    await this.#change(now, async () => {
      await this.#world.inOffice(now, (ctx) => closeClass(ctx, sourceId, { on, successorId: targetId }))
      for (const group of this.facts.groups.values()) if (group.classId === sourceId) group.closedOn = on
    })
  }

  /** Moves a lesson to another day and time, or cancels it without one, as an office does it by hand. */
  async changeLesson(now: Date, slotDay: string, classId: string, to: { day: string } | null) {
    const { inOffice, school } = this.#world
    const lesson = this.expected.find(
      (one) =>
        one.slotDay === slotDay && one.status === 'planned' && this.facts.groups.get(one.groupId)!.classId === classId,
    )!
    const period = this.facts.hours
      .filter(({ from }) => from <= (to?.day ?? slotDay))
      .pop()!
      .periods.at(-1)!
    await inOffice(now, async (ctx) => {
      const stored = (await listLessonsFrom(ctx.db, school.id, slotDay, slotDay)).find(
        (one) => one.slotId === lesson.slotId,
      )!
      const place = to ? { day: to.day, periodId: period.id, begins: period.begins, ends: period.ends } : {}
      const status = to ? ('changed' as const) : ('cancelled' as const)
      await updateLesson(ctx.db, { ...stored, ...place, status, remark: '', changedBy: 'office' }, ctx.now)
      if (!to) return endDuties(ctx, lessonDuty, [stored.id])
      const times = { startsAt: toMoment(to.day, period.begins), endsAt: toMoment(to.day, period.ends) }
      await moveDuties(ctx, [{ kind: lessonDuty, ref: stored.id, ...times }])
    })
    const place = to ? { day: to.day, begins: period.begins, ends: period.ends } : {}
    const changed = { ...lesson, ...place, status: to ? ('changed' as const) : ('cancelled' as const) }
    const replace = (lessons: ExpectedLesson[]) =>
      lessons.map((one) => (one.slotId === lesson.slotId && one.slotDay === slotDay ? changed : one))
    this.expected = replace(this.expected)
    this.byPosition = replace(this.byPosition)
    this.rewritten = replace(this.rewritten)
    await this.#change(now, async () => {})
  }

  /** What the product has written. */
  async listStored() {
    const { inOffice, school } = this.#world
    return inOffice(beforeSchool, (ctx) => listLessonsFrom(ctx.db, school.id, this.facts.startsOn, this.facts.endsOn))
  }
}

export const todayAt = (day: string, clock: string) => new Date(`${day}T${clock}:00+08:00`)
