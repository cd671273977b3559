import type { Ctx } from '#packages/core'

/** What this module has to know of pupils, who are kept above it. */
export interface PupilCounts {
  /** Those in these classes on a day (在读). A class without any may be left out. */
  countByClass(
    ctx: Ctx,
    classIds: readonly string[],
    day: string,
  ): Promise<ReadonlyMap<string, { males: number; females: number }>>
  /** Those in these grades on a day, in a class or not. */
  countByGrade(ctx: Ctx, gradeIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>>
  /** All who were ever in a class, or will be. */
  countEverInClass(ctx: Ctx, classId: string): Promise<number>
  /** Those of a school on a day. */
  countInOrg(ctx: Ctx, orgId: string, day: string): Promise<number>
  /** Those in free teaching groups on a day. */
  countByGroup(ctx: Ctx, groupIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>>
}

const noPupils: PupilCounts = {
  countByClass: async () => new Map(),
  countByGrade: async () => new Map(),
  countEverInClass: async () => 0,
  countInOrg: async () => 0,
  countByGroup: async () => new Map(),
}
let counts = noPupils

/** The module of the pupils tells it at start-up. */
export function offerPupils(given: PupilCounts) {
  counts = given
}
export const getPupilCounts = () => counts
