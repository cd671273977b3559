import type { Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import type { Busy } from '#engines/duty/server/api.ts'
import { lessonDuty } from '#engines/timetable/server/api.ts'
import type { Candidate } from '../contract.ts'
import { overlap, type OpenLesson } from './candidate-facts.ts'
import { listMergeHosts, type MergeHostRow } from './merge-host-queries.ts'

/** The lesson and the colleague. */
const keyOf = (lessonId: string, userId: string) => `${lessonId} ${userId}`

/** 合班: the lessons that colleagues give at the time of each lesson in the same school, by lesson and colleague. */
export async function findMergeHosts(
  ctx: Ctx,
  orgId: string,
  { lessons, busy }: { lessons: readonly OpenLesson[]; busy: ReadonlyMap<string, Busy> },
): Promise<(lessonId: string, userId: string) => Candidate['host']> {
  const pairs = lessons.flatMap((lesson) =>
    [...busy].flatMap(([userId, { duties, away }]) => {
      if (away.some((span) => overlap(span, lesson))) return []
      const duty = duties.find(
        (one) => one.kind === lessonDuty && one.orgId === orgId && one.ref !== lesson.id && overlap(one, lesson),
      )
      return duty ? { userId, lessonId: lesson.id, hostId: duty.ref } : []
    }),
  )
  const rows = pairs.length > 0 ? await listMergeHosts(ctx.db, pairs) : []
  const classIds = [...new Set(rows.flatMap(({ classId }) => classId ?? []))]
  const classes = await describeClasses(ctx, { classIds }, lessons[0]?.day ?? '')
  const toHost = ({ classId, groupName, subjectName, ...of }: MergeHostRow) => ({
    lesson: classId === null ? `${groupName}课` : `${classes.get(classId)?.label ?? ''}${subjectName}课`,
    warning: warnOfSeats(of),
  })
  const byPair = new Map(rows.map((row) => [keyOf(row.lessonId, row.hostId), toHost(row)]))
  const hosts = new Map(
    pairs.map((one) => [keyOf(one.lessonId, one.userId), byPair.get(keyOf(one.lessonId, one.hostId))]),
  )
  return (lessonId, userId) => hosts.get(keyOf(lessonId, userId)) ?? null
}

const warnOfSeats = ({ seats, pupils }: Pick<MergeHostRow, 'seats' | 'pupils'>) =>
  seats !== null && pupils > seats ? `教室容量不足（${seats}座，合班后${pupils}人）` : ''
