import { appAudiences, appCategories, type AppAudience } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { apiReaches, appKinds, type Application } from '../../../contract.ts'
import { listAudiences, servingStatuses, type AppRow } from '../../application-list.ts'
import type { ApplicationChange } from '../../application-queries.ts'
import { hasAppPermission } from '../centre/viewer-applications.ts'
import { listActionsAt, type ApplicationAction } from './application-lifecycle.ts'
import { isOwnLogo } from './application-logo.ts'

export const getPowerCode = (audience: AppAudience) => appAudiences[audience].code

export const getAudienceByPower = (power: number) =>
  (Object.keys(appAudiences) as AppAudience[]).find((audience) => appAudiences[audience].code === power)!

export function listApplicationActions({ actor }: Pick<Ctx, 'actor' | 'app'>, app: AppRow): ApplicationAction[] {
  const mayEdit = hasAppPermission(actor, 'app.edit', app)
  const mayAudit = hasAppPermission(actor, 'app.audit', app)
  return listActionsAt(app).filter((action) =>
    action === 'edit' || action === 'submit' || action === 'secret' ? mayEdit : mayAudit,
  )
}

interface ReferenceNames {
  apps: ReadonlyMap<string, string>
  orgs: ReadonlyMap<string, string>
}

interface LogoResolver {
  getLogo: (app: AppRow) => string
}

/** Also an application of a company that the platform stopped is a stopped one. */
export const getShownStatus = ({ status, isBarred }: Pick<AppRow, 'status' | 'isBarred'>) =>
  isBarred && servingStatuses.includes(status) ? 4 : status

/** All fields of an application. Those who only use it do not get the technical details. */
export function presentApplication(
  ctx: Pick<Ctx, 'actor' | 'app'>,
  app: AppRow,
  names: ReferenceNames & LogoResolver,
): Application {
  const isOurs = hasAppPermission(ctx.actor, 'app.read', app)
  const { key, kind, name, url, author, about, manageOrgId, manageOrgName, includesBelow } = app
  const { category, sort, mainApp, edition, version } = app
  return {
    key,
    kind,
    name,
    url,
    author,
    about,
    status: getShownStatus(app),
    manageOrgId,
    manageOrgName,
    includesBelow,
    category,
    sort,
    mainApp,
    edition,
    version,
    secret: '',
    apiToken: '',
    apiTokenExpiresAt: null,
    hasSecret: isOurs && app.hasSecret,
    developerId: (isOurs && app.developerId) || '',
    ips: isOurs ? app.ips.join('\n') : '',
    logo: names.getLogo(app),
    logoFiles: isOurs && isOwnLogo(app.logo) ? [app.logo] : [],
    registeredAt: app.registeredAt?.toISOString() ?? null,
    auditedAt: app.auditedAt?.toISOString() ?? null,
    auditReason: isOurs ? app.auditReason : '',
    categoryName: appCategories[category],
    power: getPowerCode(app.audience),
    powers: listAudiences(ctx, key).map(getPowerCode),
    apiReach: app.apiReach as Application['apiReach'],
    mainApps: mainApp ? [{ mainAppKey: mainApp, mainAppName: names.apps.get(mainApp) ?? '' }] : [],
    pending: isOurs && app.wanted ? listApplicationChanges(app, app.wanted, names) : [],
    actions: listApplicationActions(ctx, app),
  }
}

type ApplicationFieldLabels = Record<
  keyof ApplicationChange,
  { title: string; format: (app: ApplicationChange, names: ReferenceNames) => string }
>

/** Title and format of each field. */
const fieldFormats: ApplicationFieldLabels = {
  kind: { title: '应用类型', format: ({ kind }) => appKinds[kind] },
  name: { title: '应用名称', format: ({ name }) => name },
  edition: { title: '版本标识', format: ({ edition }) => edition },
  url: { title: '应用地址', format: ({ url }) => url },
  logo: { title: '图标', format: ({ logo }) => (isOwnLogo(logo) ? '上传的图片' : logo) },
  author: { title: '开发单位', format: ({ author }) => author },
  about: { title: '用途说明', format: ({ about }) => about },
  category: { title: '分类', format: ({ category }) => appCategories[category] },
  audience: { title: '使用范围', format: ({ audience }) => appAudiences[audience].title },
  manageOrgId: { title: '管理单位', format: ({ manageOrgId }, { orgs }) => orgs.get(manageOrgId ?? '') ?? '' },
  includesBelow: { title: '下级单位可申请', format: ({ includesBelow }) => (includesBelow ? '是' : '否') },
  ips: { title: '服务器地址', format: ({ ips }) => ips.join('、') },
  apiReach: { title: '数据接口', format: ({ apiReach }) => apiReaches[apiReach as keyof typeof apiReaches] },
  mainApp: { title: '所属主应用', format: ({ mainApp }, { apps }) => apps.get(mainApp) ?? mainApp },
}

/** The changed fields. */
export function listApplicationChanges(before: ApplicationChange, after: ApplicationChange, names: ReferenceNames) {
  return (Object.keys(fieldFormats) as (keyof ApplicationChange)[]).flatMap((part) => {
    const { title, format } = fieldFormats[part]
    if (JSON.stringify(before[part]) === JSON.stringify(after[part])) return []
    return [{ title, before: format(before, names), after: format(after, names) }]
  })
}
