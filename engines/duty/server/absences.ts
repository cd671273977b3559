import type { Ctx } from '#packages/core'
import { listAbsencesAt, listMissed, type AbsenceAt } from './absence-queries.ts'
import type { Span } from './duty-queries.ts'

export interface MemberAt extends Span {
  userId: string
}

/** For each member and time the records for which she is away then. Callers must check the scope. */
export async function listAwayOf(ctx: Pick<Ctx, 'db'>, asked: readonly MemberAt[]): Promise<AbsenceAt[][]> {
  const found = Map.groupBy(asked.length > 0 ? await listAbsencesAt(ctx.db, asked) : [], ({ at }) => at)
  return asked.map((_, at) => found.get(at) ?? [])
}

/** Duties of a time whose people are away then: nobody has taken them yet. Callers must check the scope. */
export const listMissedDuties = ({ db }: Pick<Ctx, 'db'>, kind: string, span: Span) => listMissed(db, kind, span)
