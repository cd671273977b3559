import { emptyScope, wholeDistrict, type Ctx } from '#packages/core'
import { defineSubject } from '#kernel/approval/server/api.ts'
import { setRequestReason } from '../../access-request-queries.ts'
import { accessRequests, accessRequestSubject } from './access-requests.ts'
import { grantAccess } from './approve-access-request.ts'

/** Requests of staff for an application or a page. An approval grants it, with the rights of the approver. */
export const accessRequestApproval = defineSubject({
  key: accessRequestSubject,
  title: '权限申请',
  fields: {
    kind: { label: '类型', type: 'text', options: { application: '应用', page: '功能' } },
    target: { label: '对象', type: 'text' },
  },
  rules: {
    name: '权限申请',
    recall: 'any',
    steps: [
      {
        key: 'grant',
        name: '管理员授权',
        type: 'approve',
        approver: { kind: 'access-granter' },
        empty: 'named',
        emptyTo: { kind: 'role', with: { template: 'district-admin', in: 'district' } },
        dueHours: 24,
      },
    ],
  },
  isVoidOnLeave: true,
  describe: async (ctx, id) => {
    const { name, needs, asker, org, reason, roleName } = await accessRequests.rows.require(ctx, wholeDistrict, id)
    return {
      lead: [
        { label: '申请使用', value: name },
        { label: '所需权限', value: needs },
        { label: '申请人', value: `${asker.name}，${org.name}` },
        { label: '用途', value: reason },
      ],
      facts: roleName === '' ? [] : [{ label: '授予角色', value: roleName }],
      files: [],
    }
  },
  canRead: async (ctx, id) =>
    (await accessRequests.rows.find(ctx.db, ctx.actor.permissions.get('app.grant') ?? emptyScope, id)) !== undefined,
  onApproved: async (ctx, id) => {
    const roleId = await grantAccess(ctx, await accessRequests.rows.require(ctx, wholeDistrict, id))
    await closeRequest(ctx, id, 'agreed', roleId)
  },
  onRejected: (ctx, id) => closeRequest(ctx, id, 'refused'),
  onReturned: async () => {},
  revise: {
    label: '用途',
    read: async (ctx, id) => (await accessRequests.rows.require(ctx, wholeDistrict, id)).reason,
    write: async (ctx, id, reason) => void (await setRequestReason(ctx.db, 'access_request', id, reason)),
  },
  onRecalled: (ctx, id) => closeRequest(ctx, id, 'withdrawn'),
  onTerminated: (ctx, id) => closeRequest(ctx, id, 'refused'),
})

async function closeRequest(
  ctx: Ctx,
  id: string,
  status: 'agreed' | 'refused' | 'withdrawn',
  roleId: string | null = null,
) {
  await accessRequests.rows.move(ctx, wholeDistrict, id, 'waiting', status, { roleId, decidedAt: ctx.now })
}
