import { appCategories, buildPageUrl, labelOf, menuGroups, type Manifest } from '#packages/contract'
import { notFound, Refusal, Ret, type Ctx } from '#packages/core'
import { listVisibleApps } from '#kernel/catalogue/server/api.ts'
import { createLinkFilter, listReadableMetrics, type Metric } from '#kernel/metric/server/api.ts'
import { mayNotReadMessage, metricKinds, type AppDataPage, type DataColumn } from '../contract.ts'
import { listDefinitionChanges } from './issue-queries.ts'

const presentColumn = ({ code, spec: { title, unit, kind, note, dims = {} } }: Metric): DataColumn => ({
  code,
  title,
  unit,
  kind,
  note,
  dims: { ...dims },
})

const getOwner = (manifest: Manifest) =>
  manifest.kind === 'application'
    ? appCategories[manifest.category]
    : manifest.group
      ? menuGroups[manifest.group].title
      : '平台'

function presentPage(ctx: Ctx, manifest: Manifest, metrics: readonly Metric[]): AppDataPage {
  const mayOpen = createLinkFilter(ctx)
  const urls = (manifest.pages ?? []).filter(({ isOffMenu }) => !isOffMenu).map((one) => buildPageUrl(manifest, one))
  return {
    key: manifest.key,
    title: manifest.title,
    about: manifest.kind === 'application' ? manifest.about : '',
    icon: manifest.kind === 'application' ? manifest.icon : null,
    owner: getOwner(manifest),
    url: urls.find((url) => mayOpen(url) !== null) ?? null,
    columns: metrics.map(presentColumn),
  }
}

/** The modules with metrics that the caller may read somewhere. */
export const listPages = async (ctx: Ctx): Promise<AppDataPage[]> =>
  [...Map.groupBy(listReadableMetrics(ctx), ({ manifest }) => manifest)].map(([manifest, metrics]) =>
    presentPage(ctx, manifest, metrics),
  )

/** One module with the metrics that the caller may read; an application without any has an empty page. */
export async function getPage(ctx: Ctx, key: string): Promise<AppDataPage> {
  const manifest = ctx.app.manifests.find((one) => one.key === key)
  if (!manifest) return getForeignPage(ctx, key)
  const metrics = listReadableMetrics(ctx).filter((one) => one.manifest.key === key)
  if (metrics.length === 0 && Object.keys(manifest.metrics ?? {}).length > 0)
    throw new Refusal(mayNotReadMessage, Ret.forbidden)
  return presentPage(ctx, manifest, metrics)
}

/** An application of somebody else declares no metrics. */
async function getForeignPage(ctx: Ctx, key: string): Promise<AppDataPage> {
  const app = (await listVisibleApps(ctx, ctx.actor)).find((one) => one.key === key)
  if (!app) throw notFound('应用')
  return { key, title: app.name, about: app.about, icon: null, owner: app.author, url: null, columns: [] }
}

/** The codes that were asked for, as far as the module has them and the caller may read them; default: all. */
export async function getCodes(ctx: Ctx, { key, codes }: { key: string; codes?: string | undefined }) {
  const page = await getPage(ctx, key)
  const known = page.columns.map(({ code }) => code)
  const asked = codes === undefined || codes === '' ? known : codes.split(',')
  if (asked.some((code) => !known.includes(code))) throw notFound('指标')
  return { page, codes: asked }
}

/** A metric that the caller may read somewhere. */
export function getReadableMetric(ctx: Ctx, code: string): Metric {
  const metric = listReadableMetrics(ctx).find((one) => one.code === code)
  if (!metric) throw notFound('指标')
  return metric
}

const freshnessTexts = {
  day: '有变化时一分钟内更新，每天00:25核对前一天',
  hour: '有变化时一分钟内更新，每小时核对今天',
} as const

export async function getDefinition(ctx: Ctx, code: string) {
  const { spec, manifest } = getReadableMetric(ctx, code)
  const { title, unit, kind, note, minCell = 0, freshness } = spec
  return {
    code,
    title,
    unit,
    kind: labelOf(metricKinds, kind),
    note,
    source: manifest.title,
    freshness: freshnessTexts[freshness],
    masking: minCell > 0 ? `少于 ${minCell} 人的数不显示` : null,
    changes: await listDefinitionChanges(ctx.db, code, ctx.actor.orgId),
  }
}
