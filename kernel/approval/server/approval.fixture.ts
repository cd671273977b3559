import { beforeAll } from 'vitest'
import { createPerson } from '#kernel/identity/server/api.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { newId, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { FlowRulesInput } from '../contract.ts'
import { replayLog } from './apply-action.ts'
import { startFlow, type FlowStart } from './flows.ts'
import { findFlow } from './flow-queries.ts'
import type { FlowState } from './flow-state.ts'
import { loadDefinition, loadLog, loadState } from './stored-flow.ts'
import { defineSubject, type SubjectSpec } from './subjects.ts'
import { listMonitors } from './timeline.ts'

export type Step = Extract<FlowRulesInput['steps'][number], { type: 'approve' | 'handle' }>

/** People of a school by name, a subject that each test gives its rules, and the state that the database has. */
export function useApprovals(names: readonly string[]) {
  const database = useDatabase({ poolSize: 8 })
  const people = new Map<string, Actor>()
  const left = new Set<string>()
  /** What the declared kind `head` means now. */
  const heads: string[] = []
  const calls: string[] = []
  const orgs: { bureau: OrgNode; school: OrgNode; other: OrgNode } = {} as never
  const actor = (name: string) => people.get(name)!
  const approver = (name: string) => ({ personId: actor(name).personId, memberId: actor(name).userId })
  const active = (ids: readonly string[]) =>
    [...people.keys()].filter((name) => !left.has(name) && ids.includes(actor(name).userId)).map(approver)

  const toMember = (one: ReturnType<typeof approver>) => ({
    ...one,
    name: [...people].find(([, { userId }]) => userId === one.memberId)![0],
    orgId: orgs.school.id,
  })

  beforeAll(async () => {
    // The tests have fixed days.
    await database.ensurePartitions('2026-10-01', 4)
    await database.as(createActor(), async (ctx) => {
      Object.assign(orgs, await twoSchools(ctx))
      for (const name of [...names, '管理员']) {
        const personId = await createPerson(ctx, { name })
        const permissions = name === '管理员' ? { 'flow.manage': wholeDistrict } : {}
        people.set(name, createActor({ personId, orgId: orgs.school.id }, permissions))
      }
    })
    database.contribute('approvalMembers', {
      // Everybody works at the school.
      listActive: async (_, ids, within) => (within && !within.includes(orgs.school.id) ? [] : active(ids)),
      listMembers: async (_, ids) => active(ids).map(toMember),
      listMembershipsOf: async (_, personId) =>
        active([...people.values()].filter((one) => one.personId === personId).map(({ userId }) => userId)).map(
          toMember,
        ),
      describeMember: async () => '教务处 · 教师',
      listSuperiors: async () => heads.map(approver),
    })
    database.contribute('flowAdministrators', async () => active([actor('管理员').userId]))
    database.contribute('approverKinds', { kind: 'head', title: '负责人', resolve: async () => heads.map(approver) })
  })

  /** A step decided by these people. */
  const step = (key: string, by: readonly string[], more: Partial<Step> = {}): Step => ({
    key,
    name: `${key}步`,
    type: 'approve',
    approver: { kind: 'member', with: { members: by.map((name) => actor(name).userId) } },
    ...more,
  })

  const declare = (rules: Omit<FlowRulesInput, 'name'>, spec: Partial<SubjectSpec> = {}) => {
    const record = (what: string) => async (_: Ctx, id: string) => void calls.push(`${what} ${id}`)
    database.contribute(
      'approvalSubjects',
      defineSubject({
        key: 'test.request',
        title: '申请',
        fields: { days: { label: '天数', type: 'number' } },
        describe: async () => ({ lead: [], facts: [], files: [] }),
        canRead: async () => false,
        onApproved: record('approved'),
        onRejected: record('rejected'),
        onReturned: record('returned'),
        onRecalled: record('recalled'),
        onTerminated: record('terminated'),
        ...spec,
        rules: { name: '测试流程', ...rules },
      }),
    )
  }

  const as = <T>(name: string, work: (ctx: Ctx) => Promise<T>, now?: Date): Promise<T> =>
    database.as(actor(name), (ctx) => work(now ? { ...ctx, now } : ctx))

  const start = async (name: string, more: Partial<FlowStart> = {}, now?: Date) => {
    const form = {
      subject: 'test.request',
      id: newId(),
      orgId: orgs.school.id,
      title: `${name}的申请`,
      values: {},
      ...more,
    }
    const { id } = await as(name, (ctx) => startFlow(ctx, form), now)
    return { id, subjectId: form.id }
  }

  const stateOf = (flowId: string): Promise<FlowState> =>
    as('管理员', async (ctx) => loadState(ctx, (await findFlow(ctx.db, flowId))!))
  /** The newest task of somebody in a flow. */
  const taskOf = async (flowId: string, name: string) =>
    (await stateOf(flowId)).tasks.findLast(({ personId }) => personId === actor(name).personId)!
  /** Who has which tasks: `甲 同意`. */
  const summary = async (flowId: string) => {
    const nameOf = new Map([...people].map(([name, { personId }]) => [personId, name]))
    const { status, tasks } = await stateOf(flowId)
    return [status, ...tasks.map((task) => `${nameOf.get(task.personId)} ${task.status}${task.isVoid ? ' void' : ''}`)]
  }
  const replay = (flowId: string) =>
    as('管理员', async (ctx) => {
      const flow = (await findFlow(ctx.db, flowId))!
      return replayLog(await loadDefinition(ctx, flow), await loadLog(ctx, flow))
    })
  /** Prints and returns the time line. */
  const timeline = async (title: string, flowId: string) => {
    const lines = (await as('管理员', (ctx) => listMonitors(ctx, flowId))).map(
      ({ stepName, user, state, opinion, isVoid }) =>
        `${stepName} ${user}：${state}${opinion ? `（${opinion}）` : ''}${isVoid ? ' [失效]' : ''}`,
    )
    console.log([title, ...lines].join('\n  '))
    return lines
  }
  return {
    database,
    orgs,
    actor,
    approver,
    left,
    heads,
    calls,
    step,
    declare,
    as,
    start,
    stateOf,
    taskOf,
    summary,
    replay,
    timeline,
  }
}
