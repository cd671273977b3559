import { changedByOthers, invalid, newId, emptyScope, notFound, matchScope, Refusal, type Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import { endFlow, lockFlowOf } from '#kernel/approval/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { splitAddresses, type ApplicationForm, type AppStatus } from '../../../contract.ts'
import {
  lockApplicationNames,
  insertApplication,
  updateApplicationDraft,
  storePendingChange,
} from '../../application-edit-queries.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'
import type { ApplicationChange } from '../../application-queries.ts'
import { publishKeysJob } from '../../application-keys.ts'
import { getApplicationFor } from './find-application.ts'
import { recordApplicationHistory } from './application-history.ts'
import { claimLogo, keepLogoFiles, getSubmittedLogo } from './application-logo.ts'
import { getAudienceByPower, listApplicationChanges } from './present-application.ts'
import { getReferenceNames } from './list-applications.ts'
import { createSecret } from './application-secret.ts'
import { applicationSubject, startReview } from './application-approval.ts'
import { withPinyin } from './application-pinyin.ts'

/** Registers a new application or changes an existing one. */
export async function saveApplication(ctx: Ctx, form: ApplicationForm) {
  await lockApplicationNames(ctx.db)
  return form.key === '' ? registerNewApplication(ctx, form) : changeApplication(ctx, form)
}

async function registerNewApplication(ctx: Ctx, form: ApplicationForm) {
  const facts = await validateApplicationForm(ctx, form, undefined)
  const key = newId()
  const status: AppStatus = form.isSubmitted ? 1 : 0
  const isByDeveloper = ctx.actor.kind === 'developer'
  const developerId = isByDeveloper ? ctx.actor.userId : null
  await insertApplication(
    ctx.db,
    { key, facts: withPinyin(facts), status, by: ctx.actor.personId, developerId },
    ctx.now,
  )
  // A developer gets a secret after the approval.
  const secret = isByDeveloper ? '' : (await createSecret(ctx, key)).secret
  await enqueue(ctx, publishKeysJob, {})
  await claimLogo(ctx, key, facts.logo)
  await recordApplicationHistory(ctx, key, form.isSubmitted ? '登记并提交审核' : '登记为草稿')
  if (form.isSubmitted) await startReview(ctx, { ...facts, key, manageOrgId: facts.manageOrgId! }, false)
  return { key, status, oneTimeSecret: secret }
}

async function changeApplication(ctx: Ctx, form: ApplicationForm) {
  await lockFlowOf(ctx, applicationSubject, form.key)
  const known = await getApplicationFor(ctx, 'app.edit', form.key)
  if (form.version !== undefined && form.version !== known.version) throw changedByOthers()
  if (known.developerId !== null && ctx.actor.kind !== 'developer')
    throw new Refusal('该应用由开发者维护，请驳回并说明理由，由开发者修改')
  const app = await withdrawWaitingReview(ctx, known)
  if (app.isBuiltIn) throw new Refusal('内置应用由系统维护，不能修改')
  if (app.status === 4) throw new Refusal('该应用已停用，请先恢复')
  if (app.status === 9) throw new Refusal('该应用已注销')
  const facts = await validateApplicationForm(ctx, form, app)
  const { version } = app
  const isLive = app.status === 2 || app.status === 5
  if (isLive && !form.isSubmitted) throw new Refusal('已上架的应用修改后须提交审核')
  const status = isLive ? 5 : form.isSubmitted ? 1 : 0
  const isStored = isLive
    ? await requestApplicationChange(ctx, app, facts, version)
    : await updateApplicationDraft(ctx.db, { key: app.key, version }, withPinyin(facts), status)
  if (!isStored) throw changedByOthers()
  await claimLogo(ctx, app.key, facts.logo)
  await keepLogoFiles(ctx, app.key, [facts.logo, ...(isLive ? [app.logo] : [])])
  if (!isLive) await recordApplicationHistory(ctx, app.key, form.isSubmitted ? '提交审核' : '修改草稿')
  if (form.isSubmitted) await startReview(ctx, { ...facts, key: app.key, manageOrgId: facts.manageOrgId! }, isLive)
  return { key: app.key, status: status as AppStatus, oneTimeSecret: '' }
}

/** What is saved again is reviewed again: the review that waits ends. */
async function withdrawWaitingReview(ctx: Ctx, app: AppRow): Promise<AppRow> {
  if (app.status !== 1 && app.status !== 5) return app
  await endFlow(ctx, { subject: applicationSubject, id: app.key, reason: '内容已修改' })
  return getApplicationFor(ctx, 'app.edit', app.key)
}

async function requestApplicationChange(ctx: Ctx, app: AppRow, facts: ApplicationChange, version: number) {
  const all = await listAllApplications(ctx)
  const changes = listApplicationChanges(app, facts, await getReferenceNames(ctx, all, [{ ...app, wanted: facts }]))
  if (changes.length === 0) throw new Refusal('没有需要变更的内容')
  if (!(await storePendingChange(ctx.db, { key: app.key, version }, facts))) return false
  await recordApplicationHistory(ctx, app.key, '申请变更', changes.map(({ title }) => title).join('、'))
  return true
}

/** Checks the form against the existing data. */
async function validateApplicationForm(
  ctx: Ctx,
  form: ApplicationForm,
  before: AppRow | undefined,
): Promise<ApplicationChange> {
  const { kind, name, edition, url, author, about, includesBelow, category, apiReach, mainApp } = form
  const manageOrgId = await requireManagingOrg(ctx, form.manageOrgId ?? ctx.actor.orgId)
  if (kind !== 4 && url === '' && form.isSubmitted) throw invalid([{ field: 'url', msg: '请输入应用地址' }])
  const others = (await listAllApplications(ctx)).filter(
    (app) => app.key !== form.key && app.status !== 9 && !isDraftOfOthers(ctx, app),
  )
  if (others.some((app) => app.name === name && app.edition === edition))
    throw invalid([
      edition === ''
        ? // Companies have no editions.
          { field: 'name', msg: ctx.actor.kind === 'developer' ? '应用名称已存在' : '应用名称已存在，请填写版本标识' }
        : { field: 'edition', msg: '应用名称和版本已存在' },
    ])
  if (mainApp !== '' && !others.some((app) => app.key === mainApp && canBeMainApp(app, manageOrgId)))
    throw invalid([{ field: 'mainApp', msg: '主应用不存在' }])
  return {
    kind,
    name,
    edition,
    url,
    logo: getSubmittedLogo(form.logo, before?.logo),
    author,
    about,
    category,
    manageOrgId,
    includesBelow,
    ips: splitAddresses(form.ips),
    apiReach,
    mainApp,
    audience: getAudienceByPower(form.power),
  }
}

/** What a company has not submitted is seen by nobody else, so it takes no name. */
const isDraftOfOthers = ({ actor }: Ctx, { developerId, status }: AppRow) =>
  developerId !== null && status === 0 && !(actor.kind === 'developer' && actor.userId === developerId)

/** A main application has the same managing organisation or is available to everybody. */
const canBeMainApp = (app: AppRow, manageOrgId: string) =>
  app.manageOrgId === null || app.manageOrgId === manageOrgId || app.includesBelow

/** The managing organisation, if the caller may register applications for it. */
async function requireManagingOrg(ctx: Ctx, orgId: string): Promise<string> {
  // What a developer offers is managed by the bureau.
  if (ctx.actor.kind === 'developer') return ctx.actor.orgId
  const org = await findUnitById(ctx, orgId)
  const scope = ctx.actor.permissions.get('app.edit') ?? emptyScope
  if (!org || org.type === 'department' || matchScope(scope, { orgId, orgPath: org.path }).length === 0)
    throw notFound('组织')
  return orgId
}
