import { notFound, Refusal, type Actor, type Ctx } from '#packages/core'
import { findChild, type ChildRow, type Viewer } from '../../family-queries.ts'
import { hasGone, hasLeft } from './leaving.ts'

export interface Child extends ChildRow {
  /** Has left the school: can be looked at for thirty days. */
  isPast: boolean
}

/** What somebody who is signed in can see children by; staff see none this way. */
export function viewerOf({ kind, userId }: Actor): Viewer | undefined {
  if (kind === 'guardian') return { guardianId: userId }
  if (kind === 'pupil') return { pupilId: userId }
  return undefined
}

export const withState = (row: ChildRow, now: Date): Child | undefined =>
  row.status === 'died' || hasGone(row.overOn, now) ? undefined : { ...row, isPast: hasLeft(row.overOn, now) }

/**
 * The child, if whoever asks may see it: the pupil herself, or a guardian who is bound and under no restriction. For
 * everybody else there is no such child. Every call of a family begins with this, so an end is felt at once.
 */
export async function childOf(ctx: Ctx, studentId: string): Promise<Child> {
  const viewer = viewerOf(ctx.actor)
  const row = viewer && (await findChild(ctx.db, viewer, studentId))
  const child = row && withState(row, ctx.now)
  if (!child) throw notFound('孩子')
  return child
}

/** The same for whoever is going to change something: a child that has left is only looked at. */
export async function childToChange(ctx: Ctx, studentId: string): Promise<Child & { linkId: string }> {
  const child = await childOf(ctx, studentId)
  if (child.isPast) throw new Refusal('孩子已离校，现在只能查看')
  if (!child.linkId) throw notFound('孩子')
  return { ...child, linkId: child.linkId }
}
