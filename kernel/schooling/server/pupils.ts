import type { Ctx } from '#packages/core'

/** What this module has to know of pupils, who are kept above it. */
export interface PupilCounts {
  /** Those in these classes on a day (在读). A class without any may be left out. */
  ofClasses(
    ctx: Ctx,
    classIds: readonly string[],
    day: string,
  ): Promise<ReadonlyMap<string, { males: number; females: number }>>
  /** Those in these grades on a day, in a class or not. */
  ofGrades(ctx: Ctx, gradeIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>>
  /** All who were ever in a class, or will be. */
  everIn(ctx: Ctx, classId: string): Promise<number>
  /** Those of a school on a day. */
  ofOrg(ctx: Ctx, orgId: string, day: string): Promise<number>
  /** Those in free teaching groups on a day. */
  ofGroups(ctx: Ctx, groupIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>>
}

const nobody: PupilCounts = {
  ofClasses: async () => new Map(),
  ofGrades: async () => new Map(),
  everIn: async () => 0,
  ofOrg: async () => 0,
  ofGroups: async () => new Map(),
}
let counts = nobody

/** The module of the pupils tells it at start-up. */
export function offerPupils(given: PupilCounts) {
  counts = given
}
export const pupilCounts = () => counts
