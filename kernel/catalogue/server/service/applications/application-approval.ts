import { changedByOthers, findContribution, orNotFound, Refusal, type Ctx } from '#packages/core'
import { signalSessionsEnded } from '#packages/db'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { defineSubject, getDecisionsOf, listPeopleWhoApproved, startFlow } from '#kernel/approval/server/api.ts'
import { insertBuiltInApplications, storeApplicationDecision } from '../../application-edit-queries.ts'
import type { AppStatus } from '../../../contract.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'
import { hasAppPermission } from '../centre/viewer-applications.ts'
import { recordApplicationHistory } from './application-history.ts'
import { getStatusAfter } from './application-lifecycle.ts'
import { keepLogoFiles } from './application-logo.ts'
import { getReferenceNames } from './list-applications.ts'
import { listApplicationChanges } from './present-application.ts'
import { endSecrets } from './application-secret.ts'
import { withPinyin } from './application-pinyin.ts'

export const applicationSubject = 'application'

/** Registrations and changes of applications. Auditors who register an application approve it themselves. */
export const applicationApproval = defineSubject({
  key: applicationSubject,
  title: '应用审核',
  fields: { isChange: { label: '变更', type: 'boolean' } },
  rules: {
    name: '应用审核',
    recall: 'any',
    steps: [
      {
        key: 'audit',
        name: '应用审核员审核',
        type: 'approve',
        approver: { kind: 'permission', with: { permission: 'app.audit' } },
        empty: 'named',
        emptyTo: { kind: 'role', with: { template: 'district-admin', in: 'district' } },
        self: 'self',
        dueHours: 24,
        allow: { transfer: true, addSign: true, return: false },
      },
    ],
  },
  url: (key) => `/developer/useManagement?open=${encodeURIComponent(key)}`,
  describe: async (ctx, key) => {
    const all = await listAllApplications(ctx)
    const app = findRow(all, key)
    const { name, about, url, author } = app.wanted ?? app
    const names = await getReferenceNames(ctx, all, [app])
    const changes = app.wanted ? listApplicationChanges(app, app.wanted, names) : []
    return {
      lead: [
        { label: '应用', value: name },
        { label: '用途', value: about },
        { label: '地址', value: url },
        { label: '管理单位', value: app.manageOrgName },
      ].filter(({ value }) => value !== ''),
      facts: [
        ...(author === '' ? [] : [{ label: '开发单位', value: author }]),
        ...changes.map(({ title, before, after }) => ({
          label: `变更${title}`,
          value: `${before || '空'} → ${after || '空'}`,
        })),
      ],
      files: [],
    }
  },
  canRead: async (ctx, key) => hasAppPermission(ctx.actor, 'app.read', await getApplicationRow(ctx, key)),
  onApproved: (ctx, key) => decideReview(ctx, key, 'agree'),
  onRejected: (ctx, key) => decideReview(ctx, key, 'refuse'),
  mayReturn: false,
  onReturned: async () => {},
  onRecalled: withdrawReview,
  onTerminated: withdrawReview,
})

const findRow = (all: readonly AppRow[], key: string): AppRow =>
  orNotFound(
    all.find((one) => one.key === key),
    '应用',
  )
export const getApplicationRow = async (ctx: Ctx, key: string) => findRow(await listAllApplications(ctx), key)

/** Asks the auditors of the managing organisation. */
export const startReview = (
  ctx: Ctx,
  { key, name, about, manageOrgId }: { key: string; name: string; about: string; manageOrgId: string },
  isChange: boolean,
) =>
  startFlow(ctx, {
    subject: applicationSubject,
    id: key,
    orgId: manageOrgId,
    title: `应用“${name}”${isChange ? '变更' : '登记'}`,
    brief: about,
    values: { isChange },
  })

/** Whether an auditor decides, or agreed in an earlier step: the last one may be of somebody else. */
async function isAudited(ctx: Ctx, app: AppRow) {
  if (hasAppPermission(ctx.actor, 'app.audit', app)) return true
  if (app.manageOrgId === null) return false
  const approved = new Set(await listPeopleWhoApproved(ctx, applicationSubject, app.key))
  const auditors = await listPermissionHolders(ctx, 'app.audit', app.manageOrgId)
  return auditors.some(({ personId }) => personId !== ctx.actor.personId && approved.has(personId))
}

/** What the module of developers knows about them; it stands above this one. */
export interface ApplicationDevelopers {
  /** Whether the caller works for this company. */
  isMember: (ctx: Ctx, developerId: string) => Promise<boolean>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    applicationDevelopers: ApplicationDevelopers
  }
}

/** The applicant of a company's application is the company: an auditor who works for it is an applicant too. */
async function refuseOwnApplication(ctx: Ctx, { developerId }: AppRow) {
  if (developerId === null) return
  if (await findContribution(ctx, 'applicationDevelopers')?.isMember(ctx, developerId))
    throw new Refusal('不能审核本人所在企业申请的应用')
}

/** Nothing of a company that the platform stopped comes into use. */
export function refuseBarred({ isBarred }: AppRow) {
  if (isBarred) throw new Refusal('开发企业已被平台停用')
}

async function decideReview(ctx: Ctx, key: string, act: 'agree' | 'refuse') {
  const app = await getApplicationRow(ctx, key)
  await refuseOwnApplication(ctx, app)
  if (act === 'agree') refuseBarred(app)
  // The task may have been transferred to a colleague who may only advise.
  if (act === 'agree' && !(await isAudited(ctx, app))) throw new Refusal('您没有审核应用的权限，请转交给应用审核员')
  const opinion = (await getDecisionsOf(ctx, applicationSubject, [key])).get(key)?.opinion ?? ''
  const label = act === 'agree' ? '审核通过' : '审核不通过'
  await storeDecision(ctx, app, {
    status: getStatusAfter(app, act)!,
    isAgreed: act === 'agree',
    title: app.status === 5 ? `变更${label}` : label,
    reason: opinion,
  })
}

/** The registration is a draft again; of an application in use the published version stays. */
async function withdrawReview(ctx: Ctx, key: string) {
  const app = await getApplicationRow(ctx, key)
  const status = app.status === 5 ? 2 : 0
  await storeDecision(ctx, app, { status, isAgreed: false, title: '撤回审核', reason: '' })
}

interface StoredDecision {
  status: AppStatus
  /** The wanted values replace the present ones. */
  isAgreed: boolean
  title: string
  reason: string
}

export async function storeDecision(ctx: Ctx, app: AppRow, { status, isAgreed, title, reason }: StoredDecision) {
  const { key, version } = app
  if (app.isBuiltIn) await insertBuiltInApplications(ctx.db, [app], ctx.now)
  const facts = isAgreed && app.wanted ? withPinyin(app.wanted) : undefined
  const by = ctx.actor.personId
  if (!(await storeApplicationDecision(ctx.db, { key, version }, { status, reason, facts, by }, ctx.now)))
    throw changedByOthers()
  if (!app.isBuiltIn) await keepLogoFiles(ctx, key, [facts?.logo ?? app.logo])
  if (status === 9) await endSecrets(ctx, key)
  // The open interfaces look again whether, and from where, it may call.
  await signalSessionsEnded(ctx.db, [key])
  await recordApplicationHistory(ctx, key, title, reason)
}
