import { createPerson } from '#kernel/identity/server/api.ts'
import { listContributions, newId, type Actor, type Ctx } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { approvalApi, approvalSetupApi } from '../contract.ts'
import { saveDefinition } from './definitions.ts'
import { delegateApprovals } from './delegations.ts'
import { addSigners, approveTask, startFlow } from './flows.ts'
import { findFlow } from './flow-queries.ts'
import { loadState } from './stored-flow.ts'
import { defineSubject } from './subjects.ts'

// Everybody has an inbox. The requests of the school administrator and her tasks exist for nobody else.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const onlyHers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const managers = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const opinion = '情况属实'
const reason = '审批人长期外出'

interface PreparedFlows {
  /** A request that she sent, and one that waits for her. */
  ownId: string
  flowId: string
  /** Those of the writes, which change them. */
  tasks: Readonly<Record<'approve' | 'reject' | 'return' | 'transfer' | 'sign' | 'reassign' | 'batch', string>>
  addedTaskId: string
  approvedTaskId: string
  colleagueId: string
  movedId: string
  applicantId: string
  /** A subject of the running product. */
  product: string
  definitionId: string
  delegationId: string
  endedId: string
}

const api = { ...approvalApi, ...approvalSetupApi }

export default defineIsolation<typeof api, PreparedFlows>(
  api,
  {
    todoList: { ...everybody, request: () => ({ query: { keyword: '采购' } }) },
    doneList: everybody,
    mineList: { ...everybody, request: () => ({ query: { status: 'running' } }) },
    ccList: everybody,
    adminList: { ...everybody, teacher: -6, otherClassHead: -6 },
    counts: everybody,
    detail: { ...onlyHers, request: (_, { flowId }) => ({ query: { flowId } }) },
    approve: { ...onlyHers, request: (_, { tasks }) => ({ body: { taskId: tasks.approve, opinion } }) },
    reject: { ...onlyHers, request: (_, { tasks }) => ({ body: { taskId: tasks.reject, opinion } }) },
    returnTo: {
      ...onlyHers,
      request: (_, { tasks }) => ({ body: { taskId: tasks.return, opinion, to: '', resume: 'all' } }),
    },
    transfer: {
      ...onlyHers,
      request: (_, { tasks, colleagueId }) => ({ body: { taskId: tasks.transfer, opinion, to: colleagueId } }),
    },
    addSign: {
      ...onlyHers,
      request: (_, { tasks, colleagueId }) => ({
        body: { taskId: tasks.sign, opinion, where: 'before', members: [colleagueId] },
      }),
    },
    removeSign: { ...onlyHers, request: (_, { addedTaskId }) => ({ body: { taskId: addedTaskId } }) },
    withdrawTask: { ...onlyHers, request: (_, { approvedTaskId }) => ({ body: { taskId: approvedTaskId } }) },
    recall: { ...onlyHers, request: (_, { ownId }) => ({ body: { flowId: ownId } }) },
    // The running product does not know the subject, so nothing of it can be changed.
    resubmit: { ...onlyHers, owner: 0, request: (_, { ownId }) => ({ body: { flowId: ownId, text: '用于教学' } }) },
    remind: { ...onlyHers, request: (_, { flowId }) => ({ body: { flowId } }) },
    cc: { ...onlyHers, request: (_, { flowId, colleagueId }) => ({ body: { flowId, members: [colleagueId] } }) },
    comment: { ...onlyHers, request: (_, { flowId }) => ({ body: { flowId, text: '请附发票' } }) },
    // Each task has its own answer: for others it is that there is no such task.
    batchApprove: { ...everybody, request: (_, { tasks }) => ({ body: { taskIds: [tasks.batch], opinion } }) },
    adminReassign: {
      ...managers,
      request: (_, { tasks, colleagueId }) => ({ body: { taskId: tasks.reassign, to: colleagueId, reason } }),
    },
    adminJump: { ...managers, request: (_, { movedId }) => ({ body: { flowId: movedId, to: 'last', reason } }) },
    getFlow: {
      ...everybody,
      otherSchoolAdmin: -5,
      otherDistrictAdmin: -5,
      request: ({ home }, { product }) => ({ body: { subject: product, orgId: home.school.id, values: {} } }),
    },
    defList: { ...managers, request: ({ home }) => ({ query: { orgId: home.school.id } }) },
    defDetail: {
      ...managers,
      request: ({ home }, { product }) => ({ query: { subject: product, orgId: home.school.id } }),
    },
    defSave: {
      ...managers,
      request: ({ home }, { product, colleagueId }) => ({
        // The draft of the preparation is the first version.
        body: { subject: product, orgId: home.school.id, rules: rulesBy(colleagueId), version: 1 },
      }),
    },
    defPublish: { ...managers, request: (_, { definitionId }) => ({ body: { id: definitionId } }) },
    defDisable: {
      ...managers,
      request: ({ home }) => ({ body: { subject: 'isolation.request', orgId: home.school.id } }),
    },
    defTest: {
      ...managers,
      request: ({ home }, { product, colleagueId }) => ({
        body: {
          subject: product,
          orgId: home.school.id,
          rules: rulesBy(colleagueId),
          applicant: colleagueId,
          values: {},
        },
      }),
    },
    delegateList: everybody,
    // A member of the school is nobody to others, neither as the deputy nor as the one who is away.
    delegateSave: {
      owner: 1,
      teacher: -1,
      otherClassHead: -1,
      otherSchoolAdmin: -1,
      otherDistrictAdmin: -1,
      request: (_, { applicantId, colleagueId }) => ({
        body: { from: applicantId, to: colleagueId, firstDay: '2030-01-01', lastDay: '2030-01-05' },
      }),
    },
    delegateCancel: { ...onlyHers, request: (_, { delegationId }) => ({ body: { id: delegationId } }) },
    phraseList: everybody,
    phraseSave: { ...everybody, request: () => ({ body: { phrases: ['同意', '请抓紧办理'] } }) },
    signature: everybody,
    signatureSave: { ...everybody, request: () => ({ body: { fileId: null } }) },
    adminTerminate: { ...managers, request: (_, { endedId }) => ({ body: { flowId: endedId, reason } }) },
  },
  async (world) => {
    const [applicant, colleague] = [await hire(world, '申请人'), await hire(world, '同事')]
    const product = listContributions(world.database, 'approvalSubjects')[0]!.key
    declareRequest(world, colleague.userId)
    const begin = (actor: Actor) => start(world, actor)
    const newTask = async () => (await begin(applicant)).taskId
    const approvedTaskId = await newTask()
    const signed = await newTask()
    await world.database.as(world.owner, (ctx) => approveTask(ctx, { taskId: approvedTaskId }))
    const members = [colleague.userId]
    const added = await world.database.as(world.owner, async (ctx) => {
      const { flowId } = await addSigners(ctx, { taskId: signed, where: 'before', members })
      return (await loadState(ctx, (await findFlow(ctx.db, flowId))!)).tasks.at(-1)!
    })
    return {
      ownId: (await begin(world.owner)).flowId,
      flowId: (await begin(applicant)).flowId,
      tasks: {
        approve: await newTask(),
        reject: await newTask(),
        return: await newTask(),
        transfer: await newTask(),
        sign: await newTask(),
        reassign: await newTask(),
        batch: await newTask(),
      },
      addedTaskId: added.id,
      approvedTaskId,
      colleagueId: colleague.userId,
      applicantId: applicant.userId,
      product,
      ...(await world.database.as(world.owner, (ctx) => prepareSetup(ctx, product, world, colleague))),
      movedId: (await begin(applicant)).flowId,
      endedId: (await begin(applicant)).flowId,
    }
  },
)

const subject = 'isolation.request'

/** Rules that are not published, and days on which a colleague decides for the owner. */
async function prepareSetup(ctx: Ctx, product: string, { home, owner }: World, colleague: Actor) {
  const form = { subject: product, orgId: home.school.id, rules: rulesBy(colleague.userId) }
  const { id: definitionId } = await saveDefinition(ctx, form)
  const { id: delegationId } = await delegateApprovals(ctx, {
    fromPersonId: owner.personId,
    toPersonId: colleague.personId,
    from: '2030-02-01',
    to: '2030-02-03',
    subjects: [],
    source: '',
  })
  return { definitionId, delegationId }
}

const by = (key: string, memberId: string) => ({
  key,
  name: key,
  type: 'approve' as const,
  approver: { kind: 'member', with: { members: [memberId] } },
})
const rulesBy = (memberId: string) => ({ name: '本校的流程', steps: [by('one', memberId)] })

/** A member of the home school. The module of memberships stands above this one. */
async function hire({ database, home, owner }: World, name: string): Promise<Actor> {
  const personId = await database.as(owner, (ctx) => createPerson(ctx, { name }))
  const userId = newId()
  await database.sql(
    `insert into tenant.membership (district_id, id, person_id, org_id, user_type, valid, created_at, updated_at)
     values ($1, $2, $3, $4, 'teacher', daterange('2020-01-01', null), now(), now())`,
    [home.districtId, userId, personId, home.school.id],
  )
  return { ...owner, personId, userId }
}

/**
 * Requests that the owner decides, then a colleague. The running product does not know this subject: its callbacks would
 * be those of another module.
 */
function declareRequest({ database, owner }: World, colleagueId: string) {
  const nothing = async () => {}
  database.contribute(
    'approvalSubjects',
    defineSubject({
      key: subject,
      title: '采购',
      fields: {},
      rules: { name: '采购', steps: [by('first', owner.userId), by('last', colleagueId)] },
      describe: async () => ({ lead: [], facts: [], files: [] }),
      canRead: async () => false,
      onApproved: nothing,
      onRejected: nothing,
      onReturned: nothing,
      onRecalled: nothing,
      onTerminated: nothing,
    }),
  )
}

/** A request, with the task that it waits for. */
const start = ({ database, home }: World, actor: Actor) =>
  database.as(actor, async (ctx) => {
    const form = { subject, id: newId(), orgId: home.school.id, title: '采购图书', values: {} }
    const { id: flowId } = await startFlow(ctx, form)
    const { tasks } = await loadState(ctx, (await findFlow(ctx.db, flowId))!)
    return { flowId, taskId: tasks.at(-1)!.id }
  })
