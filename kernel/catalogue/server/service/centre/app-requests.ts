import { orNotFound, invalid, emptyScope, Refusal, scopeOf, wholeDistrict, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { decideRecord, defineSubject, startFlow } from '#kernel/approval/server/api.ts'
import { appRequest, pendingRequestMessage } from '../../../contract.ts'
import { setRequestReason } from '../../access-request-queries.ts'
import { listAllApplications } from '../../application-list.ts'
import { grantToOrg } from '../grants/save-grants.ts'
import { createDecisionFields } from '../request-decisions.ts'
import { pathToIds, getViewerApps } from './viewer-applications.ts'

export const appRequestSubject = 'app-request'

export const appRequests = crud(appRequest, 'app_request', {
  fields: {
    ...createDecisionFields(appRequestSubject),
    name: {
      load: async (ctx, rows) => {
        const names = new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))
        return rows.map(({ key }) => names.get(key as string) ?? '')
      },
    },
  },
})

/**
 * Requests that an application is opened for the caller's organisation. Its managing organisation decides: a school can
 * open only what it was given.
 */
export async function requestApplication(ctx: Ctx, { key, reason }: { key: string; reason: string }): Promise<null> {
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const { app, state } = orNotFound(
    seen.find((one) => one.app.key === key),
    '应用',
  )
  if (state === 'requested') throw new Refusal(pendingRequestMessage)
  if (state !== 'closed') throw new Refusal('该应用已在本单位开通')
  const { id } = await appRequests.create(ctx, { key, reason })
  const { org } = await appRequests.rows.require(ctx, wholeDistrict, id)
  await startFlow(ctx, {
    subject: appRequestSubject,
    id,
    orgId: org.id,
    title: `${org.name}申请开通“${app.name}”`,
    brief: reason,
    values: { app: key, manager: app.manageOrgId ?? pathToIds(use.path).at(-1)! },
  })
  return null
}

/** Requests of schools for an application. An approval opens it, with the rights of the approver. */
export const appRequestApproval = defineSubject({
  key: appRequestSubject,
  title: '开通应用',
  fields: { app: { label: '应用', type: 'text' }, manager: { label: '管理单位', type: 'text' } },
  rules: {
    name: '开通应用',
    recall: 'any',
    steps: [
      {
        key: 'open',
        name: '管理单位开通',
        type: 'approve',
        approver: { kind: 'permission', with: { permission: 'app.grant', org: 'manager' } },
        empty: 'named',
        emptyTo: { kind: 'role', with: { template: 'district-admin', in: 'district' } },
        dueHours: 24,
      },
    ],
  },
  describe: async (ctx, id) => {
    const { name, org, asker, reason } = await appRequests.rows.require(ctx, wholeDistrict, id)
    return {
      lead: [
        { label: '应用', value: name },
        { label: '单位', value: org.name },
        { label: '用途', value: reason },
      ],
      facts: [{ label: '申请人', value: asker.name }],
      files: [],
    }
  },
  canRead: async (ctx, id) =>
    (await appRequests.rows.find(ctx.db, ctx.actor.permissions.get('app.review') ?? emptyScope, id)) !== undefined,
  onApproved: async (ctx, id) => {
    const { key, org } = await appRequests.rows.require(ctx, wholeDistrict, id)
    await grantToOrg(ctx, key, org.id)
    await closeRequest(ctx, id, 'agreed')
  },
  onRejected: (ctx, id) => closeRequest(ctx, id, 'refused'),
  onReturned: async () => {},
  revise: {
    label: '用途',
    read: async (ctx, id) => (await appRequests.rows.require(ctx, wholeDistrict, id)).reason,
    write: async (ctx, id, reason) => void (await setRequestReason(ctx.db, 'app_request', id, reason)),
  },
  onRecalled: (ctx, id) => closeRequest(ctx, id, 'withdrawn'),
  onTerminated: (ctx, id) => closeRequest(ctx, id, 'refused'),
})

async function closeRequest(ctx: Ctx, id: string, status: 'agreed' | 'refused' | 'withdrawn') {
  await appRequests.rows.move(ctx, wholeDistrict, id, 'waiting', status, { decidedAt: ctx.now })
}

interface AppRequestDecisionForm {
  id: string
  isAgreed: boolean
  reply: string
}

/** Decides a request in the caller's scope; the approval checks that the caller may open the application. */
export async function decideAppRequest(ctx: Ctx, { id, isAgreed, reply }: AppRequestDecisionForm): Promise<null> {
  await appRequests.rows.require(ctx, scopeOf(ctx, 'app.grant'), id)
  if (!isAgreed && reply === '') throw invalid([{ field: 'reply', msg: '请填写答复' }])
  await decideRecord(ctx, { subject: appRequestSubject, id, isAgreed, opinion: reply, mayTakeOver: true })
  return null
}
