import { beforeAll } from 'vitest'
import { manifest as access } from '#kernel/access/manifest.ts'
import { aUserWithRoles, twoSchoolsWithRoles, withCurrentPermissions } from '#kernel/access/server/example.ts'
import accessModule from '#kernel/access/server/module.ts'
import { approveTask, getOpenTasksOf, rejectTask, returnTask } from '#kernel/approval/server/api.ts'
import { manifest as approval } from '#kernel/approval/manifest.ts'
import { aDepartment, type OrgNode } from '#kernel/org/server/example.ts'
import staffModule from '#kernel/staff/server/module.ts'
import type { RoleTemplate } from '#packages/contract'
import { newId, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { LeaveForm } from '../contract.ts'
import { manifest } from '../manifest.ts'
import leaveModule from './module.ts'
import { insertLedger } from './ledger-queries.ts'
import { findRequest } from './request-queries.ts'
import { leaveSubject, submitLeave } from './requests.ts'
import { ensureStandardTypes, listTypesAt } from './types.ts'

export const at = (moment: string) => new Date(`${moment.length === 10 ? `${moment}T10:00` : moment}:00+08:00`)

interface Hire {
  at?: OrgNode
  post?: string
  department?: OrgNode
  roles?: readonly RoleTemplate[]
  sex?: '男' | '女'
}

/** A school in the autumn of 2026 with a grade group, its head, the principal, and whoever keeps the attendance. */
export function createLeaveWorld() {
  const database = useDatabase({ poolSize: 6 })
  const people = new Map<string, Actor>()
  const orgs: { bureau: OrgNode; school: OrgNode; other: OrgNode; grade: OrgNode; office: OrgNode } = {} as never
  const types = new Map<string, string>()
  const actor = (name: string) => people.get(name)!
  let founder: Actor

  const hire = async (name: string, { roles = [], at: org = orgs.school, sex = '女', ...facts }: Hire) => {
    const who = await database.as(founder, (ctx) =>
      aUserWithRoles(ctx, roles, { name, at: org, sex, hasAccount: true, since: '2026-01-01', ...facts }),
    )
    people.set(name, who)
    return who
  }

  beforeAll(async () => {
    database.app.manifests = [access, approval, manifest]
    for (const { approverKinds = [], approvalMembers = [], flowAdministrators = [] } of [accessModule, staffModule]) {
      database.contribute('approverKinds', ...approverKinds)
      if (approvalMembers.length > 0) database.contribute('approvalMembers', ...approvalMembers)
      if (flowAdministrators.length > 0) database.contribute('flowAdministrators', ...flowAdministrators)
    }
    database.contribute('approvalSubjects', ...leaveModule.approvalSubjects!)
    database.contribute('fileOwners', ...leaveModule.fileOwners!)
    founder = createActor({ districtId: database.home })
    await database.ensurePartitions('2026-01-01', 14)
    await database.as(founder, async (ctx) => {
      Object.assign(orgs, await twoSchoolsWithRoles(ctx))
      orgs.grade = await aDepartment(ctx, orgs.school, '三年级组')
      orgs.office = await aDepartment(ctx, orgs.school, '总务处')
      await ensureStandardTypes(ctx)
      for (const { id, name } of await listTypesAt(ctx, orgs.school.id)) types.set(name, id)
    })
    await hire('周组长', { department: orgs.grade, post: '年级组长' })
    await hire('王芳', { department: orgs.grade })
    await hire('李丽', { department: orgs.grade })
    await hire('吴刚', { department: orgs.office, sex: '男' })
    await hire('赵校长', { post: '校长', sex: '男' })
    await hire('陈考勤', { department: orgs.office, roles: ['hr'] })
    await hire('孙科长', { at: orgs.bureau, roles: ['hr'] })
    await hire('钱管理', { at: orgs.other, roles: ['school-admin'] })
  })

  /** As somebody with the permissions of today, at a moment. */
  const as = async <T>(name: string, moment: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
    const who = await database.as(actor(name), (ctx) => withCurrentPermissions(ctx, actor(name)))
    return database.as(who, (ctx) => work({ ...ctx, now: at(moment) }))
  }

  const form = (type: string, from: string, to: string, more: Partial<LeaveForm> = {}): LeaveForm => ({
    id: null,
    typeId: types.get(type)!,
    startsOn: from.slice(0, 10),
    startHalf: from.endsWith('下午') ? 'pm' : 'am',
    endsOn: to.slice(0, 10),
    endHalf: to.endsWith('上午') ? 'am' : 'pm',
    startTime: null,
    endTime: null,
    reason: '孩子发烧',
    contact: '',
    destination: '',
    leavesCity: false,
    deputyId: null,
    files: [],
    covers: [],
    ...more,
  })
  const submit = async (name: string, moment: string, leave: LeaveForm) =>
    (await as(name, moment, (ctx) => submitLeave(ctx, leave))).id
  const decide = (name: string, moment: string, id: string, decision: 'approve' | 'reject' | 'return' = 'approve') =>
    as(name, moment, async (ctx) => {
      const taskId = (await getOpenTasksOf(ctx, leaveSubject)).get(id)!
      const opinion = '知道了'
      if (decision === 'approve') return approveTask(ctx, { taskId, opinion })
      if (decision === 'reject') return rejectTask(ctx, { taskId, opinion })
      return returnTask(ctx, { taskId, opinion, to: '', resume: 'again' })
    })
  /** Days of a type with a balance, in one lot. */
  const grant = (name: string, type: string, days: number) =>
    database.as(founder, (ctx) => {
      const id = newId()
      const { personId } = actor(name)
      const row = { id, personId, typeId: types.get(type)!, kind: 'grant', amount: days * 100, lotId: id } as const
      return insertLedger(
        ctx.db,
        [{ ...row, validFrom: null, expiresOn: null, refId: null, note: '', byId: null }],
        ctx.now,
      )
    })
  const find = (id: string) => database.as(founder, async ({ db }) => (await findRequest(db, id))!)
  const statusOf = async (id: string) => (await find(id)).status
  const messagesOf = async (name: string): Promise<string[]> =>
    (
      await database.sql<{ title: string }>(
        `select b.title from tenant.message m join tenant.message_batch b on b.id = m.batch_id
         where m.person_id = $1 order by b.id`,
        [actor(name).personId],
      )
    ).map(({ title }) => title)
  return { database, orgs, types, actor, hire, as, form, submit, decide, grant, find, statusOf, messagesOf }
}
