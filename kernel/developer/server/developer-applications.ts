import type { DayRange, Page, PageQuery } from '#packages/contract'
import { dayOf, orNotFound, Refusal, type Ctx, type DistrictId } from '#packages/core'
import { recallRecord } from '#kernel/approval/server/api.ts'
import {
  applicationSubject,
  getApplicationHistory,
  getShownStatus,
  changeSecret,
  findDistrictOfApplication,
  listApplicationsOfDeveloper,
  listSecretStates,
  publishApplicationKey,
  revokeSecret,
  saveApplication,
  type AppRow,
} from '#kernel/catalogue/server/api.ts'
import { listMessages } from '#kernel/message/server/api.ts'
import type { ApplicationForm } from '#kernel/catalogue/contract.ts'
import type { OwnAppForm, OwnApplication, OwnMessage } from '../contract-developers.ts'
import type { Developer } from './developer-companies.ts'
import {
  changeInDistrict,
  listOwnDistricts,
  readInDistrict,
  readInOwnDistricts,
  type NamedDistrict,
  type OutsideRequest,
} from './developer-districts.ts'
import { requireTask, requireVerified } from './developer-policy.ts'
import { findDistrictDeveloper } from './developer-queries.ts'

const presentOwn = (app: AppRow, { id, name }: NamedDistrict): OwnApplication => {
  // What waits is what the developer wrote last.
  const { kind, name: appName, about, category, logo, url, ips } = app.wanted ?? app
  return {
    key: app.key,
    districtId: id,
    districtName: name,
    kind: kind as OwnApplication['kind'],
    name: appName,
    about,
    category,
    logo,
    url,
    ips: ips.join('\n'),
    status: getShownStatus(app),
    auditReason: app.auditReason,
    hasSecret: app.hasSecret,
    registeredAt: app.registeredAt?.toISOString() ?? null,
    auditedAt: app.auditedAt?.toISOString() ?? null,
    version: app.version,
  }
}

interface OwnAppFilter extends PageQuery, DayRange {
  keyword: string
  status?: number | undefined
}

/** The applications of the company in all districts, the newest first, without those of districts that are down. */
export async function listOwnApplications(request: OutsideRequest, developer: Developer, filter: OwnAppFilter) {
  const { found, unavailable } = await readInOwnDistricts(request, developer, async (ctx, district) =>
    (await listApplicationsOfDeveloper(ctx, developer.id)).map((app) => presentOwn(app, district)),
  )
  const { keyword, status } = filter
  const apps = found
    .filter((app) => app.name.includes(keyword) && (status === undefined || app.status === status))
    .filter(({ registeredAt }) => isWithin(filter, registeredAt))
    .toSorted((a, b) => ((a.registeredAt ?? '') < (b.registeredAt ?? '') ? 1 : -1))
  return { ...cutPage(apps, filter), unavailable }
}

function isWithin({ from, to }: DayRange, at: string | null): boolean {
  const day = at === null ? '' : dayOf(new Date(at))
  return (!from || day >= from) && (!to || day <= to)
}

function cutPage<Row>(rows: readonly Row[], { pageNumber, pageSize }: PageQuery): Page<Row> {
  const items = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return { itemCount: rows.length, pageCount: Math.ceil(rows.length / pageSize), items }
}

/**
 * An application of the own company; for others it does not exist. Only its district is read, so that another one that
 * is down does no harm.
 */
export async function getOwnApplication(request: OutsideRequest, developer: Developer, key: string) {
  const id = await findDistrictOfApplication(request.cells, key)
  const districts = await listOwnDistricts(request.cells, developer.id)
  const district = orNotFound(
    districts.find((one) => one.id === id),
    '应用',
  )
  const apps = await readInDistrict(request, developer, district.id, (ctx) =>
    listApplicationsOfDeveloper(ctx, developer.id),
  )
  return presentOwn(
    orNotFound(
      apps?.find((app) => app.key === key),
      '应用',
    ),
    district,
  )
}

export const findDistrictOf = async (request: OutsideRequest, developer: Developer, key: string): Promise<DistrictId> =>
  (await getOwnApplication(request, developer, key)).districtId as DistrictId

/** Applications of a company that a district has not approved. */
const maxUnapproved = 20

async function refuseMany(ctx: Ctx, developerId: string) {
  const own = await listApplicationsOfDeveloper(ctx, developerId)
  if (own.filter(({ status }) => status === 0 || status === 1 || status === 3).length >= maxUnapproved)
    throw new Refusal(`贵企业在该区已有${maxUnapproved}个未通过审核的应用，请修改已有的应用`)
}

/**
 * Saves an application as a draft, or submits it to the auditors of the district. Only a verified company writes into a
 * district, also for a draft: the district learns the company and its contact with it.
 */
export async function saveOwnApplication(
  request: OutsideRequest,
  developer: Developer,
  form: OwnAppForm,
): Promise<{ key: string; status: AppRow['status'] }> {
  requireTask(developer, 'develop')
  requireVerified(developer)
  const district = (
    form.key === '' ? form.districtId : await findDistrictOf(request, developer, form.key)
  ) as DistrictId | null
  if (district === null) throw new Refusal('请选择申请的区')
  const saved = await changeInDistrict(request, developer, district, async (ctx) => {
    await refuseStopped(ctx, developer.id)
    if (form.key === '') await refuseMany(ctx, developer.id)
    const { key, status } = await saveApplication(ctx, toApplicationForm(form, developer))
    return { key, status }
  })
  if (form.key === '') await publishApplicationKey(request.cells, saved.key, district)
  return saved
}

/** The district decides who uses the application and which interfaces it gets. */
export const toApplicationForm = (form: OwnAppForm, { company }: Pick<Developer, 'company'>): ApplicationForm => ({
  key: form.key,
  kind: form.kind,
  name: form.name,
  edition: '',
  url: form.url,
  logo: form.logo,
  author: company,
  about: form.about,
  ips: form.ips,
  category: form.category,
  power: 1,
  apiReach: 0,
  mainApp: '',
  manageOrgId: null,
  includesBelow: true,
  isSubmitted: form.isSubmitted,
  version: form.version,
})

export async function refuseStopped(ctx: Ctx, developerId: string) {
  const known = await findDistrictDeveloper(ctx.db, developerId)
  if (known?.status === 'stopped') throw new Refusal(`该区已停止与贵企业合作：${known.reason}`)
}

/** Takes an application back that waits for its audit. */
export async function withdrawOwnApplication(request: OutsideRequest, developer: Developer, key: string) {
  requireTask(developer, 'develop')
  const district = await findDistrictOf(request, developer, key)
  await changeInDistrict(request, developer, district, (ctx) => recallRecord(ctx, applicationSubject, key))
}

/** A new secret of an approved application, which is shown once. */
export async function renewOwnSecret(
  request: OutsideRequest,
  developer: Developer,
  { key, ...change }: { key: string; graceHours: number; reason: string },
) {
  requireTask(developer, 'operate')
  const { status, districtId } = await getOwnApplication(request, developer, key)
  if (status !== 2 && status !== 5) throw new Refusal('应用审核通过后才能生成密钥')
  return changeInDistrict(request, developer, districtId as DistrictId, async (ctx) => {
    await refuseStopped(ctx, developer.id)
    const app = (await listApplicationsOfDeveloper(ctx, developer.id)).find((one) => one.key === key)
    return changeSecret(ctx, orNotFound(app, '应用'), change)
  })
}

/** Ends a secret and its tokens at once. */
export async function revokeOwnSecret(
  request: OutsideRequest,
  developer: Developer,
  revocation: { key: string; id: string; reason: string },
) {
  requireTask(developer, 'operate')
  const district = await findDistrictOf(request, developer, revocation.key)
  return changeInDistrict(request, developer, district, (ctx) => revokeSecret(ctx, revocation))
}

/** The states of the secrets. Who in the district changed one is nobody's business outside. */
export async function listOwnSecrets(request: OutsideRequest, developer: Developer, key: string) {
  const district = await findDistrictOf(request, developer, key)
  const rows = await readInDistrict(request, developer, district, (ctx) => listSecretStates(ctx, key))
  return (rows ?? []).map((row) => ({ ...row, createdBy: '' }))
}

export async function getOwnHistory(request: OutsideRequest, developer: Developer, key: string) {
  const district = await findDistrictOf(request, developer, key)
  const entries = await readInDistrict(request, developer, district, (ctx) => getApplicationHistory(ctx, key))
  // Who in the district decided is nobody's business outside.
  return (entries ?? []).map(({ at, title, details }) => ({ at, title, details }))
}

const messagesPerDistrict = 50

/** What the districts told the company lately, the newest first, without districts that are down. */
export async function listOwnMessages(
  request: OutsideRequest,
  developer: Developer,
  query: PageQuery & DayRange,
): Promise<Page<OwnMessage> & { unavailable: string[] }> {
  const { found, unavailable } = await readInOwnDistricts(request, developer, async (ctx, { name }) => {
    const page = await listMessages(ctx, { pageNumber: 1, pageSize: messagesPerDistrict, state: 'all', keyword: '' })
    return page.items.map(({ id, title, body, at }) => ({ id, title, body, at, districtName: name }))
  })
  const messages = found.filter(({ at }) => isWithin(query, at)).toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return { ...cutPage(messages, query), unavailable }
}
