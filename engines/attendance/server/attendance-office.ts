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

export const listOfficePeople = async (
  ctx: Ctx,
  of: { orgId: string; classId: string | null; role: OfficeRole },
): Promise<readonly string[]> => (await findContribution(ctx, 'attendanceOffice')?.listPeople(ctx, of)) ?? []

export const findOfficeRight = async (ctx: Ctx, of: { orgId: string; classId: string | null; day: string }) =>
  findContribution(ctx, 'attendanceOffice')?.findRight(ctx, of)
