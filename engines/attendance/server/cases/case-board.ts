import { addDays, startOfDay, type Ctx, type Scope } from '#packages/core'
import { getAlertStories, type AlertStory } from '#engines/alert/server/api.ts'
import { describeClasses, findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { familyObstacles } from '#kernel/student/contract.ts'
import { listFamilyObstacles, listGuardianContacts } from '#kernel/student/server/api.ts'
import type { AbsenceCase } from '../../contract.ts'
import { absenceAlert, caseSubject } from './absence-alert.ts'
import { openCaseNotes } from './case-note.ts'
import { listCases, listCasesInScope, type CaseRow } from './case-queries.ts'
import { listLongAbsences, type LongAbsence } from './long-absence.ts'
import { listFirstPasses } from './session-fact-queries.ts'

export interface AbsenceBoard {
  day: string
  open: AbsenceCase[]
  settled: AbsenceCase[]
  /** Three school days in a row without leave. */
  long: LongAbsence[]
}

/** The unexplained children of a school on a day, as far as the caller reaches them, the longest open first. */
export async function getAbsenceBoard(ctx: Ctx, scope: Scope, orgId: string, day: string): Promise<AbsenceBoard> {
  const cases = await present(ctx, await listCasesInScope(ctx.db, scope, orgId, day))
  return {
    day,
    open: cases.filter(({ status }) => status !== 'settled'),
    settled: cases
      .filter(({ status }) => status === 'settled')
      .toSorted((a, b) => (a.settledAt! < b.settledAt! ? 1 : -1)),
    long: await listLongAbsences(ctx, scope, orgId, day),
  }
}

/** How many children of that board are still to be explained. */
export const countOpenCases = async (ctx: Ctx, scope: Scope, orgId: string, day: string) =>
  (await listCasesInScope(ctx.db, scope, orgId, day)).filter(({ status }) => status !== 'settled').length

/** Callers must check the scope. */
export const presentCases = async (ctx: Ctx, ids: readonly string[]) => present(ctx, await listCases(ctx.db, ids))

const formatClock = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(11, 16)

async function present(ctx: Ctx, rows: readonly CaseRow[]): Promise<AbsenceCase[]> {
  const [first] = rows
  if (!first) return []
  const { orgId, day } = first
  const ids = rows.map(({ studentId }) => studentId)
  const classes = await describeClasses(ctx, { classIds: rows.flatMap(({ classId }) => classId ?? []) }, day)
  const schemes = await listPeriodSchemesOf(ctx, orgId, day, day)
  const stories = await getAlertStories(
    ctx,
    absenceAlert,
    caseSubject,
    rows.map(({ id }) => id),
  )
  const passes = await listFirstPasses(ctx.db, ids, { from: startOfDay(day), to: startOfDay(addDays(day, 1)) })
  const contacts = await listGuardianContacts(ctx, ids)
  const obstacles = await listFamilyObstacles(ctx, ids)
  const notes = await openCaseNotes(ctx, rows)
  return rows.map((row) => {
    const { classId, gradeId, periodId, studentId } = row
    const periodName =
      findSchemeOn(schemes, gradeId, day)?.periods.find(({ slotId }) => slotId === periodId)?.name ?? row.begins
    const { alert, story = [] } = stories.get(row.id) ?? {}
    const end = row.settledAt ?? ctx.now
    const seenAt = passes.get(studentId)
    const obstacle = obstacles.get(studentId)
    return {
      id: row.id,
      studentId,
      name: row.name,
      className: classes.get(classId ?? '')?.label ?? '',
      classId,
      gradeName: classes.get(classId ?? '')?.gradeName ?? '',
      day,
      status: row.status,
      outcome: row.outcome,
      lesson: [periodName, row.subjectName].filter(Boolean).join(' '),
      openedAt: row.openedAt.toISOString(),
      minutes: Math.max(0, Math.floor((end.getTime() - row.openedAt.getTime()) / 60_000)),
      seenAt: seenAt ? formatClock(seenAt) : null,
      told: story.flatMap((one) => {
        const text = describeStory(one, obstacle ? familyObstacles[obstacle] : '')
        return text === '' ? [] : [{ at: one.at.toISOString(), text }]
      }),
      nextStep: alert?.escalateAt
        ? { at: alert.escalateAt.toISOString(), text: absenceAlert.ladder[alert.step]?.title ?? '' }
        : null,
      guardians: contacts.get(studentId) ?? [],
      note: notes.get(row.id) ?? '',
      settledBy: row.settledBy,
      settledAt: row.settledAt?.toISOString() ?? null,
    }
  })
}

/** 班主任：王芳; empty: nobody needs to read it. */
function describeStory({ event, step, stepTitle, names, byName }: AlertStory, obstacle: string): string {
  if (event === 'step') return `${stepTitle}：${names.join('、')}`
  if (event === 'acknowledged') return `${byName}已联系家长`
  if (event !== 'unreachable') return ''
  return `${stepTitle}：无法通知${step === 'family' && obstacle ? `（${obstacle}）` : ''}`
}
