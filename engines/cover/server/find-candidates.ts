import type { Ctx } from '#packages/core'
import type { CandidatesOfLesson, Proposal } from '../contract.ts'

export interface CandidateQuestion {
  /** The school of the lessons. */
  orgId: string
  lessonIds: readonly string[]
  /** The teacher who asks: only whom the setting `askWhom` allows. Undefined: the office, which may ask everybody. */
  askedBy?: string | undefined
}

/** The colleagues for each lesson, the best first; those with an obstacle come last. Callers must check the scope. */
export function findCandidates(_ctx: Ctx, _question: CandidateQuestion): Promise<CandidatesOfLesson[]> {
  throw new Error('not written yet')
}

/** A colleague for each lesson such that nobody is busy, away or over a limit, with HiGHS. Writes nothing. */
export function proposeCovers(_ctx: Ctx, _question: CandidateQuestion): Promise<Proposal> {
  throw new Error('not written yet')
}
