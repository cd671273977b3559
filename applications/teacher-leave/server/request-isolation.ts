import { addDays, dayOf, type Actor } from '#packages/core'
import type { IsolationCase, World } from '#packages/testing'
import { approveTask } from '#kernel/approval/server/api.ts'
import { aFile } from '#kernel/files/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { leaveApi, leaveRecordApi, LeaveForm } from '../contract.ts'
import { enterLeave, saveDraft, submitLeave } from './requests.ts'
import { ensureStandardTypes, listTypesAt } from './types.ts'

// Everybody asks for leave with the types of the district. A request of the school's administrator exists for nobody
// else; administrators of other schools neither see nor change it.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const onlyHers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const keepers = { ...onlyHers, teacher: -6, otherClassHead: -6 }
const reason = '家中有事'

export interface PreparedRequests {
  typeId: string
  /** Of the colleague whose leave is entered. */
  colleagueId: string
  fileIds: Readonly<Record<'save' | 'submit' | 'change' | 'proof', string>>
  ids: Readonly<Record<'running' | 'recalled' | 'approved' | 'changed' | 'away' | 'draft' | 'entered', string>>
}
/** Days in the future, far enough from each other; the type counts every day. */
const inDays = (days: number) => addDays(dayOf(new Date()), days)
const form = (typeId: string, days: number, more: Partial<LeaveForm> = {}): LeaveForm => ({
  id: null,
  typeId,
  startsOn: inDays(days),
  startHalf: 'am',
  endsOn: inDays(days + 1),
  endHalf: 'pm',
  startTime: null,
  endTime: null,
  reason,
  contact: '',
  destination: '',
  leavesCity: false,
  deputyId: null,
  files: [],
  covers: [],
  ...more,
})
/** The same in a request: an absent id is not sent. */
const body = (typeId: string, days: number, { id, ...more }: Partial<LeaveForm>) => {
  const { id: _, deputyId: __, ...rest } = form(typeId, days, more)
  return { ...rest, ...(id ? { id } : {}) }
}
const entry = (typeId: string, days: number) => {
  const { id: _, deputyId: __, covers: ___, ...rest } = form(typeId, days)
  return rest
}

type Api = Omit<typeof leaveApi, 'list'> & Omit<typeof leaveRecordApi, 'list'>
export const requestCases: { readonly [Name in keyof Api]: IsolationCase<PreparedRequests> } = {
  choices: everybody,
  balance: everybody,
  count: {
    ...everybody,
    otherDistrictAdmin: -5,
    request: (_, { typeId }) => {
      const { startsOn, startHalf, endsOn, endHalf } = form(typeId, 100)
      return { query: { typeId, startsOn, startHalf, endsOn, endHalf } }
    },
  },
  lessons: {
    ...everybody,
    otherDistrictAdmin: -5,
    request: (_, { typeId }) => {
      const { startsOn, startHalf, endsOn, endHalf } = form(typeId, 100)
      return { query: { typeId, startsOn, startHalf, endsOn, endHalf } }
    },
  },
  detail: { ...onlyHers, request: (_, { ids }) => ({ query: { id: ids.running } }) },
  calendar: {
    ...everybody,
    otherSchoolAdmin: -5,
    otherDistrictAdmin: -5,
    request: ({ home }) => ({ query: { orgId: home.school.id, from: inDays(0), to: inDays(30) } }),
  },
  // The file of the request is hers.
  save: { ...onlyHers, request: (_, { typeId, fileIds }) => ({ body: body(typeId, 110, { files: [fileIds.save] }) }) },
  submit: {
    ...onlyHers,
    request: (_, { typeId, fileIds }) => ({ body: body(typeId, 120, { files: [fileIds.submit] }) }),
  },
  remove: { ...onlyHers, request: (_, { ids }) => ({ body: { id: ids.draft } }) },
  recall: { ...onlyHers, request: (_, { ids }) => ({ body: { id: ids.recalled } }) },
  cancel: { ...onlyHers, request: (_, { ids }) => ({ body: { id: ids.approved, reason } }) },
  change: {
    ...onlyHers,
    request: (_, { typeId, ids, fileIds }) => ({
      body: body(typeId, 130, { id: ids.changed, endsOn: inDays(133), files: [fileIds.change] }),
    }),
  },
  back: {
    ...onlyHers,
    request: (_, { ids }) => ({ body: { id: ids.away, returnedOn: inDays(0), returnedHalf: 'am' } }),
  },
  addProof: { ...onlyHers, request: (_, { ids, fileIds }) => ({ body: { id: ids.running, files: [fileIds.proof] } }) },
  proxyApply: {
    ...keepers,
    request: (_, { typeId, colleagueId }) => ({ body: { ...entry(typeId, 10), userId: colleagueId } }),
  },
  adminVoid: { ...keepers, request: (_, { ids }) => ({ body: { id: ids.entered, reason } }) },
}

export async function prepareRequests({ database, home, owner }: World): Promise<PreparedRequests> {
  const { typeId, colleagueId } = await database.as(owner, async (ctx) => {
    await ensureStandardTypes(ctx)
    const types = await listTypesAt(ctx, home.school.id)
    // Somebody must decide: only people with an account do.
    await aTeacher(ctx, { at: home.school, name: '校长', post: '校长', hasAccount: true })
    const colleague = await aTeacher(ctx, { at: home.school, name: '同事' })
    return { typeId: types.find(({ kind }) => kind === 'injury')!.id, colleagueId: colleague.userId }
  })
  const submit = (days: number, more: Partial<LeaveForm> = {}) =>
    database.as(owner, async (ctx) => (await submitLeave(ctx, form(typeId, days, more))).id)
  const approved = async (days: number, more: Partial<LeaveForm> = {}) => {
    const id = await submit(days, more)
    await approveAll(database, owner, id)
    return id
  }
  const file = (name: string) => aFile(database, owner, `${name}.txt`)
  return {
    typeId,
    colleagueId,
    fileIds: {
      save: await file('草稿'),
      submit: await file('申请'),
      change: await file('变更'),
      proof: await file('证明'),
    },
    ids: {
      running: await submit(40),
      recalled: await submit(50),
      approved: await approved(60),
      changed: await approved(130),
      away: await approved(-2, { endsOn: inDays(3) }),
      draft: await database.as(owner, async (ctx) => (await saveDraft(ctx, form(typeId, 70))).id),
      entered: await database.as(
        owner,
        async (ctx) => (await enterLeave(ctx, { ...entry(typeId, 80), userId: colleagueId })).id,
      ),
    },
  }
}

/** Whoever has the open task of the request approves it. */
async function approveAll(database: World['database'], owner: Actor, subjectId: string) {
  for (;;) {
    const [task] = await database.sql<{ id: string; personId: string; memberId: string }>(
      `select t.id, t.person_id as "personId", t.member_id as "memberId" from tenant.flow_task t
       join tenant.flow_instance f on f.district_id = t.district_id and f.id = t.instance_id
       where f.subject_id = $1 and t.status = 'open'`,
      [subjectId],
    )
    if (!task) return
    const approver = { ...owner, personId: task.personId, userId: task.memberId }
    await database.as(approver, (ctx) => approveTask(ctx, { taskId: task.id, opinion: '' }))
  }
}
