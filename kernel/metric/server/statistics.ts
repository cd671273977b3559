import { buildPageUrl, type QueryOf, type StatPageData, type StatChart } from '#packages/contract'
import { dayOf, findContribution, forbidden, listContributions, may, notFound, type Ctx } from '#packages/core'
import { buildListLink, type CountedChart, type CountedFigure, type Statistics } from '#packages/crud'
import type { metricApi } from '../contract.ts'
import { resolvePeriod, type ResolvedPeriod } from './periods.ts'

/** The subjects that the caller may read: base data first, applications last. */
export const listSubjects = async (ctx: Ctx) =>
  listContributions(ctx, 'statistics')
    .filter(({ permission }) => may(ctx.actor, permission))
    .toSorted((one, two) => getRank(one) - getRank(two))
    .map(({ key, title }) => ({ key, title }))

function getRank({ manifest }: Statistics): number {
  if (manifest.kind === 'application') return 2
  return manifest.group === 'baseData' ? 0 : 1
}

/** Figures and charts of a subject in a period, counted in the scope of the caller. */
export async function readStatistics(
  ctx: Ctx,
  { key, kind, on }: QueryOf<typeof metricApi.read>,
): Promise<StatPageData> {
  const statistics = listContributions(ctx, 'statistics').find((one) => one.key === key)
  if (!statistics) throw notFound('统计')
  if (!may(ctx.actor, statistics.permission)) throw forbidden()
  const { title, usual, empty, manifest, page } = statistics
  const today = dayOf(ctx.now)
  const terms = ((await findContribution(ctx, 'termPeriods')?.(ctx)) ?? []).filter(({ from }) => from <= today)
  const kinds = statistics.kinds.filter((one) => one !== 'term' || terms.length > 0)
  const chosen = [kind, usual].find((one) => one && kinds.includes(one)) ?? kinds[0]!
  const period = resolvePeriod(chosen, on ?? today, { today, terms })!
  const counted = await statistics.count(ctx, period)
  const mayOpen = createLinkFilter(ctx)
  return {
    key,
    title,
    source: manifest.pages!.find(({ path }) => path === page)!.title,
    readAt: ctx.now.toISOString(),
    kinds,
    period: presentPeriod(period),
    figures: (counted?.figures ?? []).map((figure) => presentFigure(statistics, figure, mayOpen)),
    charts: (counted?.charts ?? []).map((chart) => presentChart(chart, mayOpen)),
    empty,
  }
}

const presentPeriod = ({ kind, label, from, to, previous, next, comparison }: ResolvedPeriod) => ({
  kind,
  label,
  from,
  to,
  previous,
  next,
  comparison,
})

type LinkFilter = (link: string | null) => string | null

/** Only links to pages that the caller may open. */
export function createLinkFilter(ctx: Ctx): LinkFilter {
  const permissions = new Map(
    ctx.app.manifests.flatMap((manifest) =>
      (manifest.pages ?? []).map((page) => [buildPageUrl(manifest, page), page.permission] as const),
    ),
  )
  return (link) => {
    const permission = link && permissions.get(link.split('?')[0]!)
    return permission && (permission === 'staff' || may(ctx.actor, permission)) ? link : null
  }
}

function presentFigure({ manifest }: Statistics, figure: CountedFigure, mayOpen: LinkFilter) {
  const { metric, value, before = null, filter } = figure
  const { title, unit, note, drill } = manifest.metrics![metric]!
  const link = value === null || filter === null ? null : mayOpen(buildListLink(manifest, drill, filter))
  return { metric, title, unit, note, value, before, link }
}

const presentChart = (
  { marks, isStacked = false, series, ...chart }: CountedChart,
  mayOpen: LinkFilter,
): StatChart => ({
  ...chart,
  isStacked,
  series: [...series],
  marks: marks.map(({ label, values, links, isHighlighted = false, note = '' }) => ({
    label,
    values: [...values],
    links: links.map(mayOpen),
    isHighlighted,
    note,
  })),
})
