import type { Ctx } from '#packages/core'
import { effectOnce } from '#packages/jobs'
import { sendMessages } from '#kernel/message/server/api.ts'
import { listOfficePeople } from '../attendance-office.ts'
import { listSickPupils } from '../leave/leave-of-lesson.ts'
import { attendanceSetting } from '../settings.ts'
import { getClassLabel } from './absence-alert.ts'
import { formatDay, illnessTemplate, leavePage } from './case-notifications.ts'
import { findOrgPath } from './school-queries.ts'

/**
 * Sick leave was approved: 校医 and 德育处 are notified once a day of a class with many sick pupils, or with several of one
 * symptom. The message names neither children nor symptoms.
 */
export async function checkIllness(
  ctx: Ctx,
  { orgId, classId, day }: { orgId: string; classId: string; day: string },
): Promise<void> {
  const { illnessInClass, sameSymptom } = await attendanceSetting.read(ctx, await findOrgPath(ctx.db, orgId))
  const sick = await listSickPupils(ctx, { classId, day })
  if (sick.length < Math.min(illnessInClass, sameSymptom)) return
  const counts = new Map<string, number>()
  for (const { symptoms } of sick) for (const symptom of symptoms) counts.set(symptom, (counts.get(symptom) ?? 0) + 1)
  // 其他 is no symptom that two children could have in common.
  counts.delete('other')
  if (sick.length < illnessInClass && Math.max(0, ...counts.values()) < sameSymptom) return
  if (!(await effectOnce(ctx, `attendance-illness ${classId} ${day}`))) return
  await sendMessages(ctx, illnessTemplate, {
    to: await listOfficePeople(ctx, { orgId, classId, roles: ['health', 'moral'] }),
    values: { class: await getClassLabel(ctx, { classId, day }), day: formatDay(day), count: `${sick.length}` },
    url: leavePage,
    subject: { kind: illnessTemplate.code, id: classId },
    orgId,
  })
}
