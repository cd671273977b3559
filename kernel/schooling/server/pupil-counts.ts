import { findContribution, type Ctx } from '#packages/core'

/** Pupil counts that this module needs from kernel/student, which is a higher layer. */
export interface PupilCounts {
  /** Enrolled pupils (在读) per class on a day. Classes without pupils may be missing. */
  countByClass(
    ctx: Ctx,
    classIds: readonly string[],
    day: string,
  ): Promise<ReadonlyMap<string, { males: number; females: number }>>
  /** Pupils per grade on a day, with or without a class. */
  countByGrade(ctx: Ctx, gradeIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>>
  /** All pupils who were or will be in a class. */
  countEverInClass(ctx: Ctx, classId: string): Promise<number>
  /** Pupils of a school on a day. */
  countInOrg(ctx: Ctx, orgId: string, day: string): Promise<number>
  /** Pupils per free teaching group on a day. */
  countByGroup(ctx: Ctx, groupIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>>
}

const noPupils: PupilCounts = {
  countByClass: async () => new Map(),
  countByGrade: async () => new Map(),
  countEverInClass: async () => 0,
  countInOrg: async () => 0,
  countByGroup: async () => new Map(),
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Counts of pupils, from kernel/student. */
    pupilCounts: PupilCounts
  }
}

export const getPupilCounts = (ctx: Ctx): PupilCounts => findContribution(ctx, 'pupilCounts') ?? noPupils
