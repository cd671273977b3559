import { dayOf, forbidden, invalid, Refusal, wholeDistrict, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { decideRecord, defineSubject, listPeopleWhoApproved } from '#kernel/approval/server/api.ts'
import { listAllApplications } from '#kernel/catalogue/server/api.ts'
import { listOwnerFiles } from '#kernel/files/server/api.ts'
import { listGrantFacts, setGrantedFields } from './api-grant-queries.ts'
import { apiGrants, grantSubject as subject, isSensitive, requireApi } from './api-grants.ts'
import { getBureauId, isMemberOfCompany } from './developer-queries.ts'

/** Fields of class C need two people: the data officer, and whoever is in charge. */
export const apiGrantApproval = defineSubject({
  key: subject,
  title: '接口授权',
  // Nothing passes without another person.
  flag: 'personnel',
  fields: { isSensitive: { label: '含敏感字段', type: 'boolean' } },
  rules: {
    name: '接口授权',
    recall: 'any',
    steps: [
      {
        key: 'data',
        name: '数据管理员审核',
        type: 'approve',
        approver: { kind: 'permission', with: { permission: 'open-api.grant' } },
        dueHours: 24,
        allow: { transfer: true, addSign: true, return: false },
      },
      {
        key: 'countersign',
        name: '分管领导会签',
        type: 'approve',
        when: { field: 'isSensitive', op: 'eq', value: true },
        approver: { kind: 'permission', with: { permission: 'open-api.countersign' } },
        dueHours: 48,
        allow: { transfer: true, addSign: true, return: false },
      },
    ],
  },
  url: (id) => `/developer/dataCollectManagement?tab=grants&open=${id}`,
  mayReturn: false,
  describe: async (ctx, id) => {
    const grant = await apiGrants.rows.require(ctx, wholeDistrict, id)
    const [facts] = await listGrantFacts(ctx.db, [id])
    const api = await requireApi(ctx, grant.apiCode)
    const titles = api.fields.filter(({ name }) => facts!.granted.includes(name))
    return {
      lead: [
        { label: '应用', value: grant.appName },
        { label: '接口', value: grant.apiName },
        { label: '范围', value: grant.reach },
        { label: '用途', value: grant.purpose },
      ],
      facts: [
        { label: '字段', value: titles.map((field) => `${field.title}（${field.class}）`).join('、') },
        { label: '有效期', value: `${grant.days.from} 至 ${grant.days.to}` },
        { label: '每日次数', value: String(grant.dayQuota) },
      ],
      files: ((await listOwnerFiles(ctx, { kind: subject, ids: [id] })).get(id) ?? []).map(
        ({ id: fileId, name, size }) => ({ id: fileId, name, size }),
      ),
    }
  },
  canRead: (ctx, id) => apiGrants.canRead(ctx, id),
  checkApprover: checkGrantApprover,
  onApproved: approveGrant,
  onRejected: (ctx, id) => closeGrant(ctx, id, 'returned'),
  onReturned: async () => {},
  onRecalled: (ctx, id) => closeGrant(ctx, id, 'returned'),
  onTerminated: (ctx, id) => closeGrant(ctx, id, 'returned'),
})

const mayIn = ({ actor }: Ctx, permission: string) => actor.permissions.get(permission)?.district === true

/**
 * Data officers and countersigners decide; whoever else has the task passes it on. A data officer whose session used one
 * factor decides nothing, because the last approver is counted together with those before.
 */
async function checkGrantApprover(ctx: Ctx, id: string) {
  if (!mayIn(ctx, 'open-api.grant')) {
    const officers = await listPermissionHolders(ctx, 'open-api.grant', await getBureauId(ctx.db))
    if (officers.some(({ personId }) => personId === ctx.actor.personId))
      throw new Refusal('请完成二次验证登录后再审批')
    if (!mayIn(ctx, 'open-api.countersign')) throw new Refusal('您没有审批接口授权的权限，请转交给数据管理员')
  }
  const [facts] = await listGrantFacts(ctx.db, [id])
  await refuseOwnCompany(ctx, facts!.appKey, [ctx.actor.personId])
}

/**
 * A district may change the steps, and a task may be transferred, so what is needed is checked here: a data officer, and
 * for sensitive fields another person who countersigns. The applicant counts for nobody.
 */
async function approveGrant(ctx: Ctx, id: string) {
  const { apiCode, days } = await apiGrants.rows.require(ctx, wholeDistrict, id)
  if (days.to! < dayOf(ctx.now)) throw new Refusal('有效期已过，请退回后重新申请')
  const [facts] = await listGrantFacts(ctx.db, [id])
  const people = new Set([...(await listPeopleWhoApproved(ctx, subject, id)), ctx.actor.personId])
  people.delete(facts!.requestedBy)
  if (people.size === 0) throw new Refusal('不能审批本人的申请')
  await refuseOwnCompany(ctx, facts!.appKey, [...people])
  const officers = await listWithPermission(ctx, 'open-api.grant', people)
  if (officers.length === 0) throw new Refusal('须由数据管理员审批')
  if (isSensitive(await requireApi(ctx, apiCode), facts!.granted)) {
    if (people.size < 2) throw new Refusal('含敏感字段，须由两人会签')
    const leaders = await listWithPermission(ctx, 'open-api.countersign', people)
    if (!leaders.some((leader) => officers.some((officer) => officer !== leader)))
      throw new Refusal('含敏感字段，须由分管领导会签')
  }
  await closeGrant(ctx, id, 'approved')
}

/** Of the people who approved those with the permission; the caller's session counts, which may have one factor only. */
async function listWithPermission(ctx: Ctx, permission: string, people: ReadonlySet<string>): Promise<string[]> {
  const { personId } = ctx.actor
  const holders = await listPermissionHolders(ctx, permission, await getBureauId(ctx.db))
  const others = holders.flatMap((holder) =>
    holder.personId !== personId && people.has(holder.personId) ? [holder.personId] : [],
  )
  return mayIn(ctx, permission) && people.has(personId) ? [personId, ...others] : others
}

/** Whoever works for the company of the application asks for himself. */
export async function refuseOwnCompany(ctx: Ctx, appKey: string, people: readonly string[]) {
  const developerId = (await listAllApplications(ctx)).find(({ key }) => key === appKey)?.developerId
  if (!developerId) return
  for (const personId of people)
    if (await isMemberOfCompany(ctx.db, developerId, personId)) throw new Refusal('不能审批本人所在企业的申请')
}

async function closeGrant(ctx: Ctx, id: string, to: 'approved' | 'returned') {
  await apiGrants.rows.move(ctx, wholeDistrict, id, 'waiting', to, { decidedAt: ctx.now })
}

interface AuditForm {
  id: string
  isAgreed: boolean
  fields: string[]
  opinion: string
}

/** Gives some of the fields, or none. The second approver may only take further ones away. */
export async function auditGrant(ctx: Ctx, { id, isAgreed, fields, opinion }: AuditForm): Promise<null> {
  if (!mayIn(ctx, 'open-api.grant') && !mayIn(ctx, 'open-api.countersign')) throw forbidden()
  await apiGrants.rows.require(ctx, wholeDistrict, id)
  if (!isAgreed && opinion === '') throw invalid([{ field: 'opinion', msg: '请填写退回的原因' }])
  const [facts] = await listGrantFacts(ctx.db, [id])
  if (isAgreed && fields.length === 0) throw invalid([{ field: 'fields', msg: '请至少保留一个字段' }])
  if (fields.some((name) => !facts!.granted.includes(name))) throw invalid([{ field: 'fields', msg: '只能减少字段' }])
  await decideRecord(ctx, {
    subject,
    id,
    isAgreed,
    opinion,
    prepare: async () => {
      if (isAgreed) await setGrantedFields(ctx.db, id, fields)
    },
  })
  return null
}
