import type { StatChart, StatFigure } from '#packages/contract'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { markMost } from '#packages/web/desk/chart/mark-most.ts'
import type { AppStat, AppUse, SchoolUse, UseFigures } from '../../contract-app-stat.ts'

type FigureKey = keyof UseFigures

const figureTexts: Readonly<Record<FigureKey, { title: string; unit: string; note: string }>> = {
  opens: { title: '打开次数', unit: '次', note: '从应用中心、快捷入口和菜单打开应用的次数。' },
  users: { title: '活跃用户', unit: '人', note: '打开过应用的教职工，一个人只算一次。' },
  share: { title: '使用率', unit: '%', note: '打开过应用的教职工占在岗教职工的比例。' },
  apps: { title: '使用中的应用', unit: '个', note: '至少打开过一次的应用。' },
}

export const listFigures = ({ figures, before }: Pick<AppStat, 'figures' | 'before'>): StatFigure[] =>
  (Object.keys(figureTexts) as FigureKey[]).map((key) => ({
    metric: key,
    ...figureTexts[key],
    value: figures[key],
    before: before[key] === null || figures[key] === null ? null : Math.round(before[key] * 10) / 10,
    link: null,
  }))

const stepTexts = {
  day: { measure: '每天打开次数', of: '日期' },
  week: { measure: '每周打开次数', of: '周' },
  month: { measure: '每月打开次数', of: '月份' },
} as const
/** More columns do not fit side by side. */
const mostColumns = 14

export function buildTrend({ trend, step, figures }: Pick<AppStat, 'trend' | 'step' | 'figures'>): StatChart {
  const { marks, most } = markMost(trend.map(({ label, opens }) => ({ label, values: [opens] })))
  const best = marks.find(({ isHighlighted }) => isHighlighted)
  const peak = best
    ? `，${most.split('、')[0]}${step === 'week' ? ' 这一周' : ''}最多（${formatNumber(best.values[0]!)} 次）`
    : ''
  return {
    key: 'trend',
    finding: `共打开 ${formatNumber(figures.opens)} 次${peak}`,
    ...stepTexts[step],
    unit: '次',
    kind: marks.length > mostColumns ? 'lines' : 'columns',
    isStacked: false,
    series: ['打开次数'],
    marks: marks.map(toStatMark),
  }
}

const ranked = 10

/** The applications that were opened most. */
export function buildAppRanking(apps: readonly AppUse[]): StatChart {
  const used = apps.filter(({ opens }) => opens > 0).sort((one, other) => other.opens - one.opens)
  const { marks, most } = markMost(used.slice(0, ranked).map(({ name, opens }) => ({ label: name, values: [opens] })))
  const rest = used.length > ranked ? `；共 ${used.length} 个，列出前 ${ranked} 个` : ''
  return {
    key: 'apps',
    finding: used.length === 0 ? '没有打开过应用' : `${most}打开最多（${formatNumber(used[0]!.opens)} 次）${rest}`,
    measure: '各应用打开次数',
    unit: '次',
    of: '应用',
    kind: 'rows',
    isStacked: false,
    series: ['打开次数'],
    marks: marks.map(toStatMark),
  }
}

type Compared = 'opens' | 'share' | 'perPerson'
const comparedTexts = {
  opens: { measure: '打开次数', unit: '次' },
  share: { measure: '使用率', unit: '%' },
  perPerson: { measure: '人均打开次数', unit: '次' },
} as const

/** What schools are compared by: where sizes differ by their rates, because a large school has more of everything. */
export function chooseCompared(schools: readonly SchoolUse[], isByRate: boolean): Compared {
  if (!isByRate) return 'opens'
  return schools.some(({ share }) => share !== null) ? 'share' : 'perPerson'
}

export const rankSchools = (schools: readonly SchoolUse[], by: Compared) =>
  [...schools].sort((one, other) => (other[by] ?? -1) - (one[by] ?? -1))

export function buildSchoolRanking(schools: readonly SchoolUse[], isByRate: boolean): StatChart {
  const by = chooseCompared(schools, isByRate)
  const known = rankSchools(schools, by).filter((one) => one[by] !== null)
  const shown = known.slice(0, ranked)
  const { marks, most } = markMost(shown.map((one) => ({ label: one.name, values: [one[by] ?? 0] })))
  const { measure, unit } = comparedTexts[by]
  const names = most.split('、')
  const best = names.length > 2 ? `${names[0]!}等 ${names.length} 所学校` : most
  const rest = known.length > ranked ? `；共 ${known.length} 所，列出前 ${ranked} 所` : ''
  return {
    key: 'schools',
    finding:
      most === ''
        ? '各校都没有打开过应用'
        : `${best}${measure}最高（${formatNumber(shown[0]![by]!)}${unit === '%' ? '%' : ` ${unit}`}）${rest}`,
    measure: `各校${measure}`,
    unit,
    of: '学校',
    kind: 'rows',
    isStacked: false,
    series: [measure],
    marks: marks.map(toStatMark),
  }
}

const toStatMark = ({ label, values, isHighlighted = false }: ReturnType<typeof markMost>['marks'][number]) => ({
  label,
  values: [...values],
  links: values.map(() => null),
  isHighlighted,
  note: '',
})
