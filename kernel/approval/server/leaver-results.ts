import { labelOf } from '#packages/contract'
import { newId, type Ctx } from '#packages/core'
import { sendMessages } from '#kernel/message/server/api.ts'
import { flowStatuses, type FlowStatus } from '../contract.ts'
import { listActiveMembers, listSuperiors } from './find-approvers.ts'
import { getFlowUrl, leaverResultTemplate } from './flow-notifications.ts'
import { findFirstApplicant, insertCopies, listNames, type FlowRow } from './flow-queries.ts'
import { getSubjectOfFlow } from './subjects.ts'

const results: readonly FlowStatus[] = ['approved', 'rejected', 'returned', 'terminated']

/**
 * A request goes on when its applicant leaves. Its result then also goes to the superior, with a copy to read it:
 * whoever applied may not be reachable any more, and a successor does not know the request.
 */
export async function shareResultOfLeaver(ctx: Ctx, row: FlowRow, status: FlowStatus) {
  if (!results.includes(status) || getSubjectOfFlow(ctx, row.subject).isHiddenFromApplicant) return
  const first = await findFirstApplicant(ctx.db, row)
  const [now] = await listActiveMembers(ctx, [row.applicantId])
  // After a merge of people or organisations it is still the same person.
  if (now && (now.memberId === first.memberId || now.personId === first.personId)) return
  const superiors = (await listSuperiors(ctx, first.memberId)).filter(
    ({ personId }) => personId !== row.applicantPersonId,
  )
  if (superiors.length === 0) return
  const copies = superiors.map((superior) => ({ ...superior, id: newId() }))
  await insertCopies(ctx.db, row.id, copies, { by: null, at: ctx.now })
  await sendMessages(ctx, leaverResultTemplate, {
    to: superiors.map(({ personId }) => personId),
    values: {
      title: row.title,
      status: labelOf(flowStatuses, status),
      applicant: (await listNames(ctx.db, [first.personId])).get(first.personId) ?? '',
    },
    url: getFlowUrl(row.id),
    subject: { kind: 'flow', id: row.id },
    orgId: row.orgId,
  })
}
