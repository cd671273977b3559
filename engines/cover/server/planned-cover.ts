import { daysBetween, dayOf, type Ctx } from '#packages/core'
import type { LessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverItem } from '../contract.ts'
import type { LessonTime } from './lesson-times.ts'
import type { LegRow } from './request-queries.ts'

export interface LessonOfCover {
  lesson: LessonFacts
  /** What is in force about it. */
  current: LegRow | undefined
  /** What is asked for about it. */
  pending: LegRow | undefined
}

export interface PlannedCover extends LessonOfCover {
  item: CoverItem
  /** Whose lesson it is; null: it has no teacher. */
  fromId: string | null
  /** swap: the lesson that it changes places with. */
  other: LessonOfCover | undefined
  /** move, cancel: the new time. */
  place: LessonTime | undefined
  /** Who may be asked; empty: nobody needs to be asked, or the office finds somebody. */
  askedIds: readonly string[]
}

export interface CoverPlanOf {
  items: readonly CoverItem[]
  /** The teacher who applies; undefined: the office, which may do so for everybody of the school. */
  applicantId: string | undefined
  /** An absence is the reason: there is no notice. */
  isAway: boolean
  isChainConfirmed: boolean
  /** The office takes over what is asked for already, and names who gives the lesson. */
  isAssigned?: boolean
}

/** How many days before a day it is. */
export const daysAhead = (ctx: Pick<Ctx, 'now'>, day: string) => daysBetween(dayOf(ctx.now), day)
