import type { Ctx } from '#packages/core'
import { extendTimeouts } from '#packages/db'
import { describeBusy } from '#engines/duty/server/api.ts'
import type { Candidate, CandidatesOfLesson, Proposal } from '../contract.ts'
import { indexTeacher, judgeCandidate, mayCover, type IndexedTeacher, type OpenLesson } from './candidate-facts.ts'
import { describeFacts, describeLimit, describeWarning } from './candidate-words.ts'
import { loadCandidates, type CandidateQuestion } from './load-candidates.ts'
import { findMergeHosts } from './merge-hosts.ts'
import { proposeFrom, type CoverQuestion } from './propose-covers.ts'

export type { CandidateQuestion }

/** The colleagues for each lesson, the best first; those with an obstacle come last. Callers must check the scope. */
export async function findCandidates(ctx: Ctx, question: CandidateQuestion): Promise<CandidatesOfLesson[]> {
  const { busy, ...loaded } = await loadCandidates(ctx, question)
  const busyAt = await describeBusy(
    ctx,
    busy,
    loaded.lessons.map((lesson) => [lesson]),
  )
  // Only the office lets classes join.
  const findHost =
    question.askedBy === undefined ? await findMergeHosts(ctx, question.orgId, { ...loaded, busy }) : noHost
  const indexed = loaded.teachers.map(indexTeacher)
  return loaded.lessons.map((lesson, at) => ({
    lessonId: lesson.id,
    candidates: indexed
      .filter(({ teacher }) => mayCover(teacher, lesson))
      .map((one) => rate(one, lesson, loaded, busyAt[at]!.get(one.teacher.userId)!))
      .toSorted((a, b) => compareKeys(a.key, b.key))
      .map(({ candidate }) => ({ ...candidate, host: findHost(lesson.id, candidate.userId) })),
  }))
}

const noHost = () => null

/** A colleague for each lesson such that nobody is busy, away or over a limit, with HiGHS. Writes nothing. */
export async function proposeCovers(ctx: Ctx, question: CandidateQuestion): Promise<Proposal> {
  const loaded = await loadCandidates(ctx, question)
  // The transaction waits for the solver.
  await extendTimeouts(ctx.db, 1)
  return proposeFrom(loaded)
}

function rate(indexed: IndexedTeacher, lesson: OpenLesson, { rules, today }: CoverQuestion, busy: string) {
  const { userId, name } = indexed.teacher
  const facts = judgeCandidate(indexed, lesson, rules)
  const { isSameSubject, knowsClass, isSameGrade, dayLessons, weekCovers, termCovers } = facts
  const obstacle = busy || describeLimit(facts, lesson, rules, today)
  const candidate: Omit<Candidate, 'host'> = {
    userId,
    name,
    obstacle,
    facts: describeFacts(facts, lesson, today),
    warning: describeWarning(facts, lesson, rules, { name, today }),
    isSameSubject,
    knowsClass,
    dayLessons,
    weekCovers,
    termCovers,
  }
  const rank = (isGood: boolean) => (isGood ? 0 : 1)
  const key = [rank(obstacle === ''), rank(isSameSubject), rank(knowsClass), rank(isSameGrade), termCovers, dayLessons]
  return { candidate, key }
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : one[at]! - other[at]!
}
