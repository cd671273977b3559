import type { Ctx } from '#packages/core'

/** Leave was approved: the open cases of the pupil in its days are settled by it. */
export async function settleByLeave(
  _ctx: Ctx,
  _leave: { studentId: string; from: string; to: string; leaveId: string },
): Promise<void> {}

/** Leave was approved: 班级病假聚集 and equal symptoms are told to 校医 and 德育处, once a day and class. */
export async function checkIllness(_ctx: Ctx, _of: { orgId: string; classId: string; day: string }): Promise<void> {}
