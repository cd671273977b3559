import { TableOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import type { ListFilter } from '#packages/web/core/list/list-spec.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Chart } from '#packages/web/desk/chart/chart.tsx'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { appUsage, appUsageApi, type AppUsageDetail } from '../../contract.ts'

export const usedAppsQuery = queryOf(['developer', 'used-apps'], appUsageApi.apps)

export interface UsedApp {
  appKey: string
  name: string
}

/** The list of application × organisation × day, filtered by these applications. */
export function createUsageList(apps: readonly UsedApp[]) {
  const list = createEntityListSpec(appUsage, appUsageApi, {
    key: 'developer:applicationDataDetail',
    icon: TableOutlined,
    empty: { title: '还没有人打开应用', text: '从应用中心打开应用以后，这里每天有一条记录。' },
    below: (detail) => <Hours {...detail} />,
  })
  const options = apps.map(({ appKey, name }) => ({ value: appKey, label: name }))
  return {
    ...list,
    filters: list.filters!.map((filter) => (filter.name === 'appKey' ? { ...filter, label: '应用', options } : filter)),
    hasViews: true,
    sums,
  }
}

/** 打开 1,204 次, of all rows of the filter. */
const sums = ({ filter }: ListFilter): QueryDefinition<readonly string[]> => ({
  queryKey: ['developer', 'usage-sums', filter],
  queryFn: async ({ signal }) => {
    const { from, to } = parseDateRange(filter['day'] ?? '')
    const query = { keyword: filter['keyword'] ?? '', appKey: filter['appKey'], org: filter['org'], from, to }
    const { opens, users, schools, applications } = await call(appUsageApi.sums, { query, signal })
    return [
      `打开 ${formatNumber(opens)} 次`,
      ...(users === null ? [] : [`使用 ${formatNumber(users)} 人`]),
      `单位 ${schools} 个`,
      `应用 ${applications} 个`,
    ]
  },
})

/** The hours of the day from the first to the last opening. */
function Hours({ appName, day, hours }: AppUsageDetail) {
  const used = hours.flatMap((opens, hour) => (opens > 0 ? [hour] : []))
  const [openedAt] = useState(() => Date.now())
  const most = Math.max(...hours)
  const at = hours.indexOf(most)
  const marks = hours.slice(used[0], used.at(-1)! + 1).map((opens, index) => ({
    label: `${used[0]! + index}时`,
    values: [opens],
    isHighlighted: opens === most,
  }))
  if (marks.length === 0) return null
  return (
    <Chart
      finding={`${day} ${appName}在 ${at} 时打开最多（${most} 次）`}
      measure="每小时打开次数"
      unit="次"
      of="时间"
      kind="columns"
      series={['打开次数']}
      marks={marks}
      readAt={openedAt}
      isTable={false}
      isLight
    />
  )
}
