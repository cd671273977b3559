import { BlockList, isIP } from 'node:net'
import { changedByOthers, invalid, newId, nothing, notFound, reachedBy, Refusal, type Ctx } from '#packages/core'
import { pinyinOf } from '#packages/pinyin'
import { readUnit } from '#kernel/org/server'
import type { ApplicationForm, AppStatus } from '../../../contract.ts'
import { holdNames, insertApplication, storeDraft, storeWanted } from '../../application-edit-queries.ts'
import { applicationsOf, type AppRow } from '../../application-list.ts'
import type { Wanted } from '../../application-queries.ts'
import { findFor } from './finding.ts'
import { note } from './noting.ts'
import { holdLogo, keepLogos, logoSaid } from './picture.ts'
import { audienceOf, differences } from './presenting.ts'
import { namesFor } from './reading.ts'
import { newSecret } from './secret.ts'
import { tellAuditors } from './telling.ts'

/** An application is registered, or one that is there is to be changed. */
export async function applyFor(ctx: Ctx, form: ApplicationForm) {
  await holdNames(ctx.db)
  return form.key === '' ? register(ctx, form) : change(ctx, form)
}

async function register(ctx: Ctx, form: ApplicationForm) {
  const facts = await factsOf(ctx, form, undefined)
  const key = newId()
  const status: AppStatus = form.isSubmitted ? 1 : 0
  const { secret, hash } = newSecret()
  await insertApplication(
    ctx.db,
    { key, facts: spelt(facts), status, secretHash: hash, by: ctx.actor.personId },
    ctx.now,
  )
  await holdLogo(ctx, key, facts.logo)
  await note(ctx, key, form.isSubmitted ? '登记并提交审核' : '登记为草稿')
  if (form.isSubmitted) await tellAuditors(ctx, { key, name: facts.name, orgId: facts.manageOrgId })
  return { key, status, oneTimeSecret: secret }
}

async function change(ctx: Ctx, form: ApplicationForm) {
  const app = await findFor(ctx, 'app.edit', form.key)
  if (app.isBuiltIn) throw new Refusal('内置应用由系统维护，不能修改')
  if (app.status === 4) throw new Refusal('该应用已停用，请先恢复')
  if (app.status === 9) throw new Refusal('该应用已注销')
  const facts = await factsOf(ctx, form, app)
  const version = form.version ?? app.version
  const isLive = app.status === 2 || app.status === 5
  if (isLive && !form.isSubmitted) throw new Refusal('已上架的应用修改后须提交审核')
  const status = isLive ? 5 : form.isSubmitted ? 1 : 0
  const isStored = isLive
    ? await want(ctx, app, facts, version)
    : await storeDraft(ctx.db, { key: app.key, version }, spelt(facts), status)
  if (!isStored) throw changedByOthers()
  await holdLogo(ctx, app.key, facts.logo)
  await keepLogos(ctx, app.key, [facts.logo, ...(isLive ? [app.logo] : [])])
  if (!isLive) await note(ctx, app.key, form.isSubmitted ? '提交审核' : '修改草稿')
  if (form.isSubmitted) await tellAuditors(ctx, { key: app.key, name: facts.name, orgId: facts.manageOrgId })
  return { key: app.key, status: status as AppStatus, oneTimeSecret: '' }
}

async function want(ctx: Ctx, app: AppRow, facts: Wanted, version: number) {
  const all = await applicationsOf(ctx)
  const changes = differences(app, facts, await namesFor(ctx, all, [{ ...app, wanted: facts }]))
  if (changes.length === 0) throw new Refusal('没有需要变更的内容')
  if (!(await storeWanted(ctx.db, { key: app.key, version }, facts))) return false
  await note(ctx, app.key, '申请变更', changes.map(({ title }) => title).join('、'))
  return true
}

export const spelt = (facts: Wanted) => {
  const { full, initials } = pinyinOf(facts.name)
  return { ...facts, pinyin: full, initials }
}

/** What the form says, checked against what there is. */
async function factsOf(ctx: Ctx, form: ApplicationForm, before: AppRow | undefined): Promise<Wanted> {
  const { kind, name, edition, url, author, about, includesBelow, category, apiReach, mainApp } = form
  const manageOrgId = await keeperOf(ctx, form.manageOrgId ?? ctx.actor.orgId)
  if (kind !== 4 && url === '' && form.isSubmitted) throw invalid([{ field: 'url', msg: '请输入应用地址' }])
  const others = (await applicationsOf(ctx)).filter((app) => app.key !== form.key && app.status !== 9)
  if (others.some((app) => app.name === name && app.edition === edition))
    throw invalid([
      edition === ''
        ? { field: 'name', msg: '已有同名应用，请填写版本标识' }
        : { field: 'edition', msg: '已有同名同版本的应用' },
    ])
  if (mainApp !== '' && !others.some((app) => app.key === mainApp && isToBeNamed(app, manageOrgId)))
    throw invalid([{ field: 'mainApp', msg: '主应用不存在' }])
  return {
    kind,
    name,
    edition,
    url,
    logo: logoSaid(form.logo, before?.logo),
    author,
    about,
    category,
    manageOrgId,
    includesBelow,
    ips: addressesIn(form.ips),
    apiReach,
    mainApp,
    audience: audienceOf(form.power),
  }
}

/** A main application is one of the same keeper, or one that is there for everybody. */
const isToBeNamed = (app: AppRow, manageOrgId: string) =>
  app.manageOrgId === null || app.manageOrgId === manageOrgId || app.includesBelow

/** The organisation that looks after it, if the caller registers applications for it. */
async function keeperOf(ctx: Ctx, orgId: string): Promise<string> {
  const org = await readUnit(ctx, orgId)
  const reach = ctx.actor.permissions.get('app.edit') ?? nothing
  if (!org || org.type === 'department' || reachedBy(reach, { orgId, orgPath: org.path }).length === 0)
    throw notFound('组织')
  return orgId
}

/** Addresses and networks, one a line. */
function addressesIn(text: string): string[] {
  const lines = text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter(Boolean)
  const wrong = lines.findIndex((line) => !isAddress(line))
  if (wrong >= 0) throw invalid([{ field: 'ips', msg: `第${wrong + 1}个地址有误` }])
  return [...new Set(lines)]
}

function isAddress(text: string) {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits)) return false
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
