import { expect, it } from 'vitest'
import { emptyId, newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { climbCell, climbLadders } from '#engines/alert/server/api.ts'
import type { CaseOutcome, MarkStatus } from '../../contract.ts'
import { getLeave, putInForce } from '../leave/leave-in-force.ts'
import { rollOf } from '../sessions/rolls.fixture.ts'
import { saveRoll } from '../sessions/save-roll.ts'
import { resolveCase } from './handle-cases.ts'
import { MorningModel, stepMinutes } from './morning-model.fixture.ts'
import { createMorning, createRandom, day, lessonTimes, type MorningChild } from './school-morning.fixture.ts'

const pupilCount = Number(process.env['QIMING_ABSENCE_PUPILS'] ?? 300)
const seed = Number(process.env['QIMING_MODEL_SEED'] ?? 30)
const database = useDatabase({ poolSize: 8 })
/** A large school on a machine that others use too. */
const limitMs = 15 * 60_000

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const toMoment = (minutes: number) => new Date(Date.parse(`${day}T00:00:00+08:00`) + minutes * 60_000)
const begins = lessonTimes.map(([clock]) => toMinutes(clock))
/** Jobs run at full minutes, people act half a minute before. */
const [first, last] = [toMinutes('08:10'), toMinutes('11:00')]
/** Of the seven minutes in which no worker lives. */
const deadFrom = toMinutes('08:24')
const isDead = (minute: number) => minute >= deadFrom && minute < deadFrom + 7
/** The worker of this minute dies in the middle; another one follows. */
const crashAt = [toMinutes('08:17'), toMinutes('08:33'), toMinutes('09:11')]

/** What really happens to a child in the morning. */
interface Truth {
  /** From when to when it is away. */
  from: number
  to: number
  /** Leave was approved the day before, or will be at this minute. */
  leaveAt?: number
  resolveAt?: number
  outcome?: CaseOutcome
  /** It is there, and the teacher of the first lesson overlooks it until this minute. */
  overlookedUntil?: number
}
const never = 24 * 60
const outcomes: readonly CaseOutcome[] = ['home', 'elsewhere', 'reported', 'school']

function chooseTruth(random: (below: number) => number): Truth | undefined {
  const dice = random(1000)
  if (dice < 15) return { from: 0, to: begins[0]! + 8 + random(60) }
  if (dice < 25) return { from: 0, to: never, leaveAt: begins[0]! + 6 + random(70) }
  if (dice < 35) return { from: 0, to: never, resolveAt: begins[0]! + 8 + random(60), outcome: outcomes[random(4)]! }
  if (dice < 41) return { from: 0, to: never }
  if (dice < 46) return { from: begins[0]! + 45, to: never }
  if (dice < 50)
    return { from: begins[0]! + 45, to: never, resolveAt: begins[1]! + 10 + random(40), outcome: 'elsewhere' }
  if (dice < 60) return { from: 0, to: never, leaveAt: 0 }
  if (dice < 68) return { from: never, to: never, overlookedUntil: begins[0]! + 8 + random(12) }
  return undefined
}

/** The message of what fails; empty if it succeeds. */
const whyRefused = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  )

it(
  'every unexplained child is found, or made known step by step in time, and nobody is notified twice of one step',
  async () => {
    const random = createRandom(seed)
    const world = await createMorning(database, { pupils: pupilCount, random })
    const { children, classes, school, people, substitute } = world
    const office: Actor = { ...world.office, permissions: new Map([['roll.handle', orgTreeScope(school)]]) }
    const numberOf = new Map(children.map(({ id }, index) => [id, index]))
    const as = <T>(actor: Actor, at: number, work: (ctx: Ctx) => Promise<T>) =>
      database.as(actor, (ctx) => work({ ...ctx, now: toMoment(at), requestId: newId() }))
    const model = new MorningModel(
      children.map(({ parents, classAt }) => ({ parents, headPersonId: classes[classAt]!.headPersonId })),
      { grade: people.grade.personId, moral: people.moral.personId, leader: people.leader.personId },
    )
    const truths = new Map(
      children.flatMap((_, index): [number, Truth][] => {
        const truth = chooseTruth(random)
        return truth ? [[index, truth]] : []
      }),
    )
    const pupilsOf = classes.map((_, at) => children.flatMap((child, index) => (child.classAt === at ? [index] : [])))

    async function takeLeave({ id }: MorningChild, at: number) {
      const leaveId = newId()
      await database.sql(
        `insert into tenant.pupil_leave (district_id, id, org_id, student_id, class_id, kind, starts_on, start_half, ends_on,
         end_half, status, source, asked_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'sick', $6, 'am', $6, 'pm', 'approved', 'office', $7, $8, $8)`,
        [
          database.home,
          leaveId,
          school.id,
          id,
          classes[children[numberOf.get(id)!]!.classAt]!.classId,
          day,
          office.personId,
          toMoment(at),
        ],
      )
      await as(office, at, async (ctx) => putInForce(ctx, await getLeave(ctx, leaveId)))
    }
    for (const [index, { leaveAt }] of truths) if (leaveAt === 0) await takeLeave(children[index]!, first - 60)

    /** Whoever is away then; leave that is known is filled in by itself. */
    const marks = classes.map(() => begins.map(() => new Map<number, MarkStatus>()))
    async function callRoll(
      at: number,
      classAt: number,
      lesson: number,
      changes: ReadonlyMap<number, MarkStatus>,
      caller?: Actor,
    ) {
      const { teacher, lessonIds } = classes[classAt]!
      const sent = [...changes].map(([index, status]) => ({ studentId: children[index]!.id, status }))
      const options = { marks: sent, submit: true }
      await as(caller ?? teacher, at, (ctx) => saveRoll(ctx, rollOf({ id: lessonIds[lesson]! }, toMoment(at), options)))
      const known = marks[classAt]![lesson]!
      for (const [index, status] of changes) known.set(index, status)
      for (const index of pupilsOf[classAt]!) {
        const { leaveAt = never } = truths.get(index) ?? {}
        if (leaveAt <= at && (known.get(index) ?? 'missing') === 'missing' && truths.get(index)!.from < at)
          known.set(index, 'sick')
      }
      model.roll(at, classAt, lesson, pupilsOf[classAt]!, new Map(known))
    }

    interface Act {
      at: number
      run: () => Promise<void>
    }
    const acts: Act[] = []
    const plan = (at: number, run: () => Promise<void>) => acts.push({ at: Math.floor(at) + 0.5, run })
    const counts = {
      rolls: 0,
      unrolled: 0,
      substitutes: 0,
      refused: 0,
      crashes: 0,
      sentLate: 0,
      amended: 0,
      leave: 0,
      resolved: 0,
    }
    for (const classAt of classes.keys())
      for (const [lesson, begin] of begins.entries()) {
        // A class in which nobody calls the first roll, one whose roll of the first lesson is sent after the second.
        if (lesson === 0 && classAt % 15 === 3) {
          counts.unrolled++
          continue
        }
        const isLate = lesson === 0 && classAt % 15 === 5
        const at = isLate ? begins[1]! + 20 : begin + 1 + random(12)
        const isCovered = lesson === 0 && classAt % 10 === 2
        if (isCovered) {
          counts.substitutes++
          await database.sql('update tenant.lesson set teacher_ids = $2 where id = $1', [
            classes[classAt]!.lessonIds[lesson],
            [substitute.userId],
          ])
        }
        plan(at, async () => {
          counts.rolls++
          if (isLate) counts.sentLate++
          const madeAt = isLate ? begin + 5 : at
          const away = pupilsOf[classAt]!.filter((index) => {
            const { from = never, to = never, leaveAt = never, overlookedUntil } = truths.get(index) ?? {}
            if (overlookedUntil !== undefined) return lesson === 0 && overlookedUntil > at
            return from <= madeAt && to > madeAt && leaveAt > at
          })
          const absent = new Map(away.map((index): [number, MarkStatus] => [index, 'missing']))
          if (isCovered) {
            const answer = await whyRefused(callRoll(Math.floor(at) + 0.5, classAt, lesson, absent))
            if (answer.includes('本节课由代课教师任课')) counts.refused++
          }
          await callRoll(Math.floor(at) + 0.5, classAt, lesson, absent, isCovered ? substitute : undefined)
        })
      }
    const isRolled = (index: number) => marks[children[index]!.classAt]![0]!.get(index) === 'missing'
    const teacherOf = (index: number) => (children[index]!.classAt % 10 === 2 ? substitute : undefined)
    for (const [index, { to, leaveAt = 0, resolveAt, outcome, overlookedUntil }] of truths) {
      const { classAt, id } = children[index]!
      const amend = (at: number, status: MarkStatus) =>
        plan(at, async () => {
          // As long as the first lesson lasts; afterwards the next roll finds the child.
          if (!isRolled(index) || at > begins[0]! + 39) return
          counts.amended++
          await callRoll(Math.floor(at) + 0.5, classAt, 0, new Map([[index, status]]), teacherOf(index))
        })
      if (overlookedUntil !== undefined) amend(overlookedUntil, 'present')
      else if (to < never) amend(to, 'late')
      if (leaveAt > 0)
        plan(leaveAt, async () => {
          counts.leave++
          await takeLeave(children[index]!, Math.floor(leaveAt) + 0.5)
          for (const known of marks[classAt]!) if (known.get(index) === 'missing') known.set(index, 'sick')
          model.settle(index, 'leave')
        })
      if (resolveAt !== undefined && outcome)
        plan(resolveAt, async () => {
          if (!model.isOpen(index)) return
          counts.resolved++
          const [row] = await database.sql<{ id: string }>('select id from tenant.absence_case where student_id = $1', [
            id,
          ])
          const scope = orgTreeScope(school)
          await as(office, Math.floor(resolveAt) + 0.5, (ctx) =>
            resolveCase(ctx, scope, { id: row!.id, outcome, note: '' }),
          )
          model.settle(index, outcome)
        })
    }

    const climb = (minute: number) =>
      climbCell({ app: database.app, cells: database.cells, cell: 1, now: toMoment(minute) })
    const worker: Actor = { ...office, kind: 'job', personId: emptyId, permissions: new Map() }
    const began = performance.now()
    for (let minute = first; minute <= last; minute++) {
      for (const act of acts.filter(({ at }) => at === minute - 0.5)) await act.run()
      if (isDead(minute)) continue
      if (crashAt.includes(minute)) {
        const dies = as(worker, minute, async (ctx) => {
          await climbLadders(ctx)
          throw new Error('the worker is gone')
        })
        if ((await whyRefused(dies)) === 'the worker is gone') counts.crashes++
      }
      // The job of the minute runs twice, as with two workers.
      await Promise.all([climb(minute), climb(minute)])
      model.run(minute)
    }
    const seconds = (performance.now() - began) / 1000
    expect(counts).toMatchObject({ refused: counts.substitutes, crashes: crashAt.length })

    // Every case is what the model says.
    const stored = await database.sql<{ studentId: string; status: string; outcome: string | null }>(
      'select student_id as "studentId", status, outcome from tenant.absence_case',
    )
    const toText = (child: number, status: string, outcome: string | null) => `${child} ${status} ${outcome ?? ''}`
    expect(stored.map((one) => toText(numberOf.get(one.studentId)!, one.status, one.outcome)).toSorted()).toEqual(
      [...model.cases].map(([child, { status, outcome }]) => toText(child, status, outcome)).toSorted(),
    )
    // Every step was taken in its minute and notified whom it should.
    const taken = await database.sql<{ studentId: string; step: string; at: Date; openedAt: Date; people: string[] }>(
      `select c.student_id as "studentId", l.step, l.created_at as at, a.opened_at as "openedAt",
       array(select s.person_id::text from tenant.alert_step s where s.alert_id = l.alert_id and s.step = l.step order by 1) as people
     from tenant.alert_log l join tenant.alert a on a.id = l.alert_id join tenant.absence_case c on c.id = a.subject_id
     where l.event in ('step', 'unreachable')`,
    )
    const clock = (at: number) => at.toFixed(1)
    const minuteOf = (moment: Date) => (moment.getTime() - toMoment(0).getTime()) / 60_000
    const toLine = (child: number, step: string, at: number, who: readonly string[]) =>
      `${child} ${step} ${clock(at)} ${who.join(' ')}`
    expect(
      taken.map((one) => toLine(numberOf.get(one.studentId)!, one.step, minuteOf(one.at), one.people)).toSorted(),
    ).toEqual(model.steps.map(({ child, step, at, people: who }) => toLine(child, step, at, who)).toSorted())

    // No message beside these: none twice, none to somebody who may not be informed, none about a child who is found.
    const messages = await database.sql<{ personId: string; template: string; alertId: string; at: Date }>(
      `select m.person_id as "personId", b.template, b.subject_id as "alertId", b.at from tenant.message m
     join tenant.message_batch b on b.id = m.batch_id where b.template like 'attendance.%'`,
    )
    expect(messages).toHaveLength(model.steps.reduce((sum, { people: who }) => sum + who.length, 0))
    const restricted = new Set(children.flatMap((child) => child.restricted))
    expect(messages.filter(({ personId }) => restricted.has(personId))).toEqual([])
    const doubled = Map.groupBy(messages, ({ personId, template, alertId, at }) =>
      [personId, template, alertId, at.getTime()].join(),
    )
    expect([...doubled.values()].filter(({ length }) => length > 1)).toEqual([])

    // A child without an outcome has been made known to everybody, or the next step is not due yet.
    const left = [...model.cases.values()].filter(({ status }) => status === 'open')
    for (const { taken: done, openedAt } of left) {
      const next = Object.values(stepMinutes)[done]
      expect(next === undefined || openedAt + next > last).toBe(true)
    }
    printTable(seconds, taken)

    function printTable(duration: number, steps: typeof taken) {
      const out: string[] = [
        `${children.length} pupils in ${classes.length} classes, seed ${seed}: ${duration.toFixed(1)} s for the morning`,
        Object.entries(counts)
          .map(([name, count]) => `${count} ${name}`)
          .join(', '),
        `${stored.length} unexplained: ${describeOutcomes()}`,
        `${messages.length} messages, 0 twice, 0 to restricted guardians`,
      ]
      for (const [step, goal] of Object.entries(stepMinutes)) {
        const some = steps.filter((one) => one.step === step)
        const delays = some.map(({ at, openedAt }) => minuteOf(at) - minuteOf(openedAt)).toSorted((a, b) => a - b)
        const nobody = some.filter(({ people: who }) => who.length === 0).length
        const at = (part: number) => (delays[Math.floor((delays.length - 1) * part)] ?? 0).toFixed(1)
        out.push(
          `${step.padEnd(14)} due after ${String(goal).padStart(2)} min: ${String(some.length).padStart(3)} taken, ${String(nobody).padStart(2)} without anybody, after ${at(0)} … ${at(0.5)} … ${at(1)} min`,
        )
      }
      for (const line of out) console.log(`absences: ${line}`)
    }
    function describeOutcomes() {
      const byOutcome = Map.groupBy(stored, ({ outcome, status }) => outcome ?? status)
      return [...byOutcome]
        .map(([outcome, some]) => `${outcome} ${some.length}`)
        .toSorted()
        .join(', ')
    }
  },
  limitMs,
)
