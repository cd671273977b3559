import { findContribution, type Ctx } from '#packages/core'

/** grade: heads of the grade of a class · moral: 德育处 · leader: 校长 · health: 校医, or 德育处 without one */
export type OfficeRole = 'grade' | 'moral' | 'leader' | 'health'

/** manage: corrects any roll · handle: settles cases and decides about leave · read */
export type OfficeRight = 'manage' | 'handle' | 'read'

/** The application with the permissions knows who looks after the attendance of a school. */
export interface AttendanceOffice {
  /** Persons who are told about a child of this class. */
  listPeople: (ctx: Ctx, of: { orgId: string; classId: string | null; role: OfficeRole }) => Promise<readonly string[]>
  /** What the caller may do about the attendance of this school or class, by her permissions; not as a teacher of it. */
  findRight: (ctx: Ctx, of: { orgId: string; classId: string | null; day: string }) => Promise<OfficeRight | undefined>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    attendanceOffice: AttendanceOffice
  }
}

/** Of all these roles. One role is asked for after another: a transaction has one statement at a time. */
export async function listOfficePeople(
  ctx: Ctx,
  { roles, ...place }: { orgId: string; classId: string | null; roles: readonly OfficeRole[] },
): Promise<string[]> {
  const office = findContribution(ctx, 'attendanceOffice')
  const people = new Set<string>()
  for (const role of roles) for (const id of (await office?.listPeople(ctx, { ...place, role })) ?? []) people.add(id)
  return [...people]
}

export const findOfficeRight = async (ctx: Ctx, of: { orgId: string; classId: string | null; day: string }) =>
  findContribution(ctx, 'attendanceOffice')?.findRight(ctx, of)
