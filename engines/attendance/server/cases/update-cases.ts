import { newId, type Ctx } from '#packages/core'
import { effectOnce } from '#packages/jobs'
import { closeAlert, findOpenAlert, raiseAlert } from '#engines/alert/server/api.ts'
import { sendMessages } from '#kernel/message/server/api.ts'
import type { CaseOutcome } from '../../contract.ts'
import { attendanceSetting } from '../settings.ts'
import { absenceAlert, caseSubject, getClassLabel, listClassHeads } from './absence-alert.ts'
import { differsTemplate, formatDay, unexplainedPage } from './case-notifications.ts'
import {
  followPupils,
  insertCases,
  lockCasesOf,
  moveCase,
  reopenCases,
  setSettled,
  type LockedCase,
  type NewCase,
} from './case-queries.ts'
import { findOrgPath, listPupils } from './school-queries.ts'
import {
  findSession,
  listAbsentIn,
  listLastSeen,
  listMissedSessions,
  listSeenLater,
  type SessionFacts,
} from './session-fact-queries.ts'

/** What a submitted or amended roll says about unexplained absence. */
export interface CaseChange {
  orgId: string
  sessionId: string
  day: string
  /** Pupils who are now missing (or truant) without leave, with their class. */
  missing: readonly { studentId: string; classId: string | null }[]
  /** Pupils who were missing in this session and are not any more: present, late, or on leave. */
  found: readonly { studentId: string; how: 'present' | 'late' | 'leave' | 'mistake' }[]
  /** Pupils whom a device saw coming in although they are missing. */
  differing: readonly { studentId: string; seenAt: string }[]
}

const outcomeOf = { present: 'school', late: 'late', leave: 'leave', mistake: 'mistake' } as const

/**
 * In the transaction of the roll, after its marks are written: opens cases, and settles those of pupils who were found,
 * in this session or because this roll has them. Called for every submitted roll, also with nobody missing.
 */
export async function updateCases(ctx: Ctx, change: CaseChange): Promise<void> {
  const session = await findSession(ctx.db, change.sessionId)
  if (!session) return
  const concerned = [...change.missing, ...change.found].map(({ studentId }) => studentId)
  const studentIds = [...new Set([...session.expected, ...concerned])]
  const { day } = change
  const cases = await lockCasesOf(ctx.db, studentIds, { from: day, to: day })
  await openCases(ctx, change, session, cases)
  await settleFound(ctx, change, session, cases)
  await notifyOfDiffering(ctx, change, session)
}

/** Outcomes after which a child may be missing again: it was there. */
const wasThere: readonly CaseOutcome[] = ['school', 'late']

/**
 * Whether a roll opens a settled case again. A child that is known to be elsewhere is not missing in the next lesson,
 * unless a lesson has seen it since then.
 */
function isMissingAgain(
  { outcome, begins, sessionId, isByPerson }: LockedCase,
  session: SessionFacts,
  lastSeen: string | undefined,
): boolean {
  if (outcome === null) return false
  // The correction was taken back, or the leave that had filled the roll.
  if (outcome === 'mistake' || (outcome === 'leave' && !isByPerson)) return true
  if (session.id === sessionId || session.begins <= begins) return false
  return wasThere.includes(outcome) || (lastSeen !== undefined && lastSeen > begins)
}

async function openCases(ctx: Ctx, change: CaseChange, session: SessionFacts, cases: readonly LockedCase[]) {
  if (change.missing.length === 0) return
  const known = new Map(cases.map((one) => [one.studentId, one]))
  const ids = change.missing.map(({ studentId }) => studentId)
  // A roll that is sent late alarms nobody about a child who has been in a lesson since then.
  const seen = await listSeenLater(ctx.db, ids, session)
  const lastSeen = await listLastSeen(ctx.db, ids, session)
  const fresh = change.missing
    .filter(({ studentId }) => !known.has(studentId))
    .map((one): NewCase => ({ ...one, id: newId(), isSeen: seen.has(one.studentId) }))
  const opened = new Set(await insertCases(ctx.db, change, fresh, ctx.now))
  const again = ids.flatMap((studentId) => {
    const one = known.get(studentId)
    return one && !seen.has(studentId) && isMissingAgain(one, session, lastSeen.get(studentId)) ? [one.id] : []
  })
  await reopenCases(ctx.db, again, session.id, ctx.now)
  const isFollowing = ({ studentId }: { studentId: string }) => {
    const one = known.get(studentId)
    return one !== undefined && (again.includes(one.id) || (one.status !== 'settled' && session.begins >= one.begins))
  }
  await followPupils(ctx.db, change, change.missing.filter(isFollowing), ctx.now)
  const open = [...fresh.filter(({ id, isSeen }) => opened.has(id) && !isSeen).map(({ id }) => id), ...again]
  for (const id of open)
    await raiseAlert(ctx, absenceAlert, { key: id, subject: { kind: caseSubject, id }, orgId: change.orgId })
}

async function settleFound(ctx: Ctx, change: CaseChange, session: SessionFacts, cases: readonly LockedCase[]) {
  const missing = new Set(change.missing.map(({ studentId }) => studentId))
  const open = cases.filter(({ status, studentId }) => status !== 'settled' && !missing.has(studentId))
  if (open.length === 0) return
  const ids = open.map(({ studentId }) => studentId)
  const how = new Map(change.found.map((one) => [one.studentId, one.how]))
  const absent = await listAbsentIn(ctx.db, session.id, ids)
  const expected = new Set(session.expected)
  const elsewhere = Map.groupBy(
    (await listMissedSessions(ctx.db, ids, { from: change.day, to: change.day })).filter(
      ({ sessionId }) => sessionId !== session.id,
    ),
    ({ studentId }) => studentId,
  )
  for (const one of open) {
    const found = how.get(one.studentId)
    const isInRoll = session.isSubmitted && expected.has(one.studentId) && !absent.has(one.studentId)
    // Whoever is in the roll of a lesson is found unless she is missing in a later one; being excused in this lesson
    // explains no other one.
    const isSeen =
      found === 'present' || found === 'late' || (found === undefined && isInRoll && session.begins >= one.begins)
    if (found === undefined && !isSeen) continue
    const missed = elsewhere.get(one.studentId) ?? []
    const still = isSeen ? missed.findLast(({ begins }) => begins > session.begins) : missed[0]
    if (!still) await settleCases(ctx, [one.id], found ? outcomeOf[found] : 'late')
    else if (one.sessionId === session.id) await moveCase(ctx.db, one.id, still.sessionId, ctx.now)
  }
}

/** By a roll or a leave, so by nobody. */
export async function settleCases(ctx: Ctx, ids: readonly string[], outcome: CaseOutcome): Promise<void> {
  await setSettled(ctx.db, ids, { outcome, by: null }, ctx.now)
  for (const id of ids) await closeAlertOf(ctx, id, outcome)
}

export async function closeAlertOf(ctx: Ctx, caseId: string, outcome: CaseOutcome): Promise<void> {
  const alert = await findOpenAlert(ctx, absenceAlert, caseId)
  if (alert) await closeAlert(ctx, alert.id, outcome)
}

/** The class teacher learns once a day that a device saw a child whom a lesson misses. */
async function notifyOfDiffering(ctx: Ctx, { orgId, day, differing }: CaseChange, { begins }: SessionFacts) {
  if (differing.length === 0) return
  if (!(await attendanceSetting.read(ctx, await findOrgPath(ctx.db, orgId))).trustDevices) return
  const ids = differing.map(({ studentId }) => studentId)
  const pupils = new Map((await listPupils(ctx.db, ids, day)).map((pupil) => [pupil.studentId, pupil]))
  for (const { studentId, seenAt } of differing) {
    const pupil = pupils.get(studentId)
    if (!pupil || !(await effectOnce(ctx, `attendance-differs ${studentId} ${day}`))) continue
    await sendMessages(ctx, differsTemplate, {
      to: await listClassHeads(ctx, pupil.classId, day),
      values: {
        class: await getClassLabel(ctx, { classId: pupil.classId, day }),
        child: pupil.name,
        seenAt,
        day: formatDay(day),
        begins,
      },
      url: unexplainedPage,
      subject: { kind: differsTemplate.code, id: studentId },
      orgId,
    })
  }
}
