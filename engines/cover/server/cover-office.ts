import { findContribution, type Ctx } from '#packages/core'

/** Whoever arranges the lessons of a school: the application with the permissions knows them. */
export interface CoverOffice {
  /** Persons who are told about what has to be arranged. */
  listPeople: (ctx: Ctx, orgId: string) => Promise<readonly string[]>
  /** What the caller may do about lessons of these classes on a day, by her permissions. */
  findRight: (
    ctx: Ctx,
    of: { orgId: string; classIds: readonly string[]; day: string },
  ) => Promise<'arrange' | 'read' | undefined>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    coverOffice: CoverOffice
  }
}

export const listOfficePeople = async (ctx: Ctx, orgId: string): Promise<readonly string[]> =>
  (await findContribution(ctx, 'coverOffice')?.listPeople(ctx, orgId)) ?? []

export const findOfficeRight = async (ctx: Ctx, of: { orgId: string; classIds: readonly string[]; day: string }) =>
  findContribution(ctx, 'coverOffice')?.findRight(ctx, of)
