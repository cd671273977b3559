import { dayOf, type Ctx } from '#packages/core'
import type { Responsibility } from '#kernel/org/server/api.ts'
import { listDefinitionsOfMembers, replaceInDefinition } from './definitions.ts'
import { listDelegationsTo } from './delegation-queries.ts'
import { handDelegation } from './delegations.ts'
import { listMembers, listMembershipsOf } from './find-approvers.ts'
import { listTaskFacts } from './flow-queries.ts'
import { handTask } from './leave-office.ts'
import { getSubjectOfFlow } from './subjects.ts'

const tasks: Responsibility = {
  key: 'approval.tasks',
  title: '待办审批',
  list: async (ctx, memberIds) =>
    (await listTaskFacts(ctx.db, memberIds)).map(({ id, memberId, subject, arrivedAt }) => ({
      memberId,
      ref: id,
      title: getSubjectOfFlow(ctx, subject).title,
      note: arrivedAt ? `${dayOf(arrivedAt)} 到达` : '尚未轮到',
    })),
  hand: (ctx, item, to) => handTask(ctx, item, to),
  force: (ctx, item) => handTask(ctx, item),
}

const delegations: Responsibility = {
  key: 'approval.delegations',
  title: '代理他人审批',
  list: listDeputyships,
  hand: (ctx, { ref }, to) => handDelegation(ctx, ref, to.memberId),
  force: (ctx, { ref }) => handDelegation(ctx, ref),
}

/** A deputy acts as a person: only the last membership of a person has to hand it over. */
async function listDeputyships(ctx: Ctx, memberIds: readonly string[]) {
  const members = await listMembers(ctx, memberIds)
  const personIds = [...new Set(members.map(({ personId }) => personId))]
  const found = await listDelegationsTo(ctx.db, personIds, dayOf(ctx.now))
  const staying = new Set<string>()
  for (const personId of new Set(found.map(({ toPersonId }) => toPersonId))) {
    const all = await listMembershipsOf(ctx, personId)
    if (all.some(({ memberId }) => !memberIds.includes(memberId))) staying.add(personId)
  }
  return found
    .filter(({ toPersonId }) => !staying.has(toPersonId))
    .map(({ id, toPersonId, from, firstDay, lastDay }) => ({
      memberId: members.find(({ personId }) => personId === toPersonId)!.memberId,
      ref: id,
      title: `代${from}审批`,
      note: `${firstDay} 至 ${lastDay}`,
    }))
}

const separator = '/'

const definitions: Responsibility = {
  key: 'approval.definitions',
  title: '审批流程中的指定人员',
  list: async (ctx, memberIds) =>
    (await listDefinitionsOfMembers(ctx, memberIds)).flatMap(({ subject, orgId, name, memberId }) =>
      // Shipped rules belong to no organisation and name nobody.
      orgId === null
        ? []
        : { memberId, ref: [orgId, subject].join(separator), title: name, note: '新申请仍会交给此人' },
    ),
  hand: (ctx, item, to) => replaceInDefinition(ctx, parseRef(item), to.memberId),
  force: (ctx, item) => replaceInDefinition(ctx, parseRef(item)),
}

function parseRef({ ref, memberId }: { ref: string; memberId: string }) {
  const at = ref.indexOf(separator)
  return { orgId: ref.slice(0, at), subject: ref.slice(at + 1), memberId }
}

/** What somebody who leaves hands over: decisions, deputyships, and the place in rules. */
export const approvalResponsibilities: readonly Responsibility[] = [tasks, delegations, definitions]
