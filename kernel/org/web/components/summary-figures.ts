import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import type { Figure } from '#packages/web/desk/board/figures.tsx'

export interface OrganisationSummary {
  schools: number
  kindergartens: number
  others: number
  departments: number
  people: number
  disabled: number
  countedAt: string | null
}

const list = '/baseData/Orgs'
const getListUrl = (filter: string) => `${list}?below=1&${filter}`

/** Figures for bureaus and clusters; people are linked only with the permission. */
export function listFigures(summary: OrganisationSummary, mayPeople: boolean): Figure[] {
  const { schools, kindergartens, others, departments, people, disabled, countedAt } = summary
  return [
    { label: '中小学', value: schools, unit: '所', to: getListUrl('type=school') },
    { label: '幼儿园', value: kindergartens, unit: '所', to: getListUrl('type=kindergarten') },
    { label: '其他单位', value: others, unit: '个', to: list },
    { label: '已停用机构', value: disabled, unit: '个', to: getListUrl('status=disabled') },
    { label: '内设部门', value: departments, unit: '个', to: getListUrl('type=department') },
    {
      label: '教职工',
      value: people,
      unit: '人',
      to: mayPeople ? '/baseData/User' : list,
      note: countedAt ? `统计于 ${formatTimeAgo(countedAt)}` : '尚未统计',
    },
  ]
}

const none = { schools: 0, kindergartens: 0, others: 0, departments: 0, people: 0, disabled: 0, countedAt: null }

/** Labels of the figures before the numbers are loaded. */
export const figureLabels = listFigures(none, false).map(({ label }) => label)
