import { labelOf, type Manifest, type MetricSpec } from '#packages/contract'
import { computeOnce, listContributions, type App, type Ctx } from '#packages/core'
import type { CountMetric } from '#packages/crud'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Which of the days are working days, of several organisations. */
    workDays: (
      ctx: Ctx,
      orgIds: readonly string[],
      from: string,
      to: string,
    ) => Promise<ReadonlyMap<string, readonly { day: string; isWorking: boolean }[]>>
    /** Whether an application, by its key, was open on a day for the organisation at a path; with a path only for that. */
    openApplications: (ctx: Ctx, day: string, only?: string) => Promise<(key: string, path: string) => boolean>
  }
}

/** A declared metric with its module. */
export interface Metric {
  code: string
  spec: MetricSpec
  manifest: Manifest
  /** Whoever has it may read the metric in its scope; `staff`: everybody, of the own organisation. */
  permission: string
  count: CountMetric | undefined
  /** Only on working days. */
  isOfWorkDays: boolean
  expectedOf: readonly string[]
  /** Whatever the day, it counts what is now. */
  isOfNow: boolean
}

const schools = ['school', 'kindergarten', 'other-school'] as const

const findPage = (manifest: Manifest, { drill }: MetricSpec) =>
  manifest.pages!.find(({ path }) => path === drill.split('?')[0])!

const collectMetrics = computeOnce((app: App): ReadonlyMap<string, Metric> => {
  const counts = new Map(listContributions({ app }, 'metricCounts').map(({ code, count }) => [code, count]))
  const ofNow = new Set(
    listContributions({ app }, 'metricChanges').flatMap(({ codes, isOfNow }) => (isOfNow ? codes : [])),
  )
  const statistics = new Map(listContributions({ app }, 'statistics').map((one) => [one.manifest, one.permission]))
  return new Map(
    app.manifests.flatMap((manifest) =>
      Object.entries(manifest.metrics ?? {}).map(([code, spec]): [string, Metric] => {
        const isOfApplication = manifest.kind === 'application'
        return [
          code,
          {
            code,
            spec,
            manifest,
            permission: spec.permission ?? statistics.get(manifest) ?? findPage(manifest, spec).permission,
            count: counts.get(code),
            isOfWorkDays: (spec.days ?? (isOfApplication ? 'work' : 'all')) === 'work',
            expectedOf: spec.expectedOf ?? (isOfApplication ? schools : []),
            isOfNow: ofNow.has(code),
          },
        ]
      }),
    ),
  )
})

export const listMetrics = ({ app }: Pick<Ctx, 'app'>): readonly Metric[] => [...collectMetrics(app).values()]

/** The definitions of these codes; one that no module declares is a mistake of the caller. */
export const getMetrics = ({ app }: Pick<Ctx, 'app'>, codes: readonly string[]): Metric[] =>
  codes.map((code) => {
    const metric = collectMetrics(app).get(code)
    if (!metric) throw new Error(`no module declares the metric ${code}`)
    return metric
  })

/** Only what has a meaning in a query: nine characters for a Chinese one would not fit into the column. */
const escapeDim = (text: string) => text.replace(/[%&=+]/g, encodeURIComponent)

/** The dimensions of a fact as one text, the same for the same dimensions. */
export const joinDims = (dims: Readonly<Record<string, string>>): string =>
  Object.entries(dims)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${escapeDim(name)}=${escapeDim(value)}`)
    .join('&')

const labelDim = (ctx: Pick<Ctx, 'app'>, code: string, dim: string, value: string): string => {
  const labels = listContributions(ctx, 'metricDimLabels').find((one) => one.code === code && one.dim === dim)?.labels
  // A kind that there no longer is has no word.
  return labels ? (Object.hasOwn(labels, value) ? labelOf(labels, value) : '其他') : value
}

/** The words for the dimensions of a figure: 病假. */
export const labelDims = (ctx: Pick<Ctx, 'app'>, { code }: Metric, dims: string): string =>
  Object.entries(splitDims(dims))
    .map(([dim, value]) => labelDim(ctx, code, dim, value))
    .join(' ')

export const splitDims = (dims: string): Record<string, string> => Object.fromEntries(new URLSearchParams(dims))
