import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Ret } from '#packages/core/ret.ts'
import type { StatChart, StatPageData } from '#packages/contract/statistics.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { PageContext } from '../page-context.tsx'
import { PageSearchContext, type SetSearch } from '../page-search.tsx'
import { PlainSelect } from '../plain-select.tsx'
import { DrillDownListsContext } from '../stat-page/drill-down-lists-context.ts'
import { SampleDrillDownList } from '../stat-page/sample-drill-down-list.tsx'
import { sampleStatistics } from '../stat-page/sample-statistics.ts'
import { StatPage } from '../stat-page/stat-page.tsx'
import { useToast } from '../toast.tsx'

const fault = new CallError({ ret: Ret.fault, msg: '服务暂时不可用', status: 500 })
const refused = new CallError({ ret: Ret.forbidden, msg: '无权访问', status: 200 })
const cut = new CallError({ ret: Ret.fault, msg: '请求超时，请重新刷新页面', status: 0 })

const subjects = ['语文', '数学', '英语', '科学', '体育', '艺术']
const lessons = (kind: 'columns' | 'lines'): StatChart => ({
  key: kind,
  finding: '六门学科的公开课都比去年多',
  measure: '公开课',
  unit: '节',
  of: '学年',
  kind,
  isStacked: false,
  series: subjects,
  marks: ['2024', '2025', '2026'].map((label, year) => ({
    label,
    values: subjects.map((_, at) => 4 + at * 3 + year * (at + 1)),
    links: subjects.map(() => null),
    isHighlighted: false,
    note: '',
  })),
})
const shares: StatChart = {
  key: 'shares',
  finding: '四成家长从邀请码绑定，其余三种方式各不到三成',
  measure: '绑定方式',
  unit: '人',
  of: '方式',
  kind: 'rows',
  isStacked: false,
  series: ['绑定方式'],
  marks: (
    [
      ['班级邀请码', 324],
      ['手机号', 212],
      ['班主任确认', 158],
      ['到校登记', 116],
    ] as const
  ).map(([label, value]) => ({
    label,
    values: [value],
    links: [null],
    isHighlighted: value === 324,
    note: '',
  })),
}

const never = new Promise<StatPageData>(() => {})
const states: Record<string, { title: string; answer: () => Promise<StatPageData>; isStale?: boolean }> = {
  ready: { title: '有数据', answer: async () => sampleStatistics },
  series: {
    title: '六个系列',
    answer: async () => ({ ...sampleStatistics, charts: [lessons('columns'), lessons('lines'), shares] }),
  },
  loading: { title: '正在加载', answer: () => never },
  stale: { title: '数据不是最新的', answer: () => Promise.reject(fault), isStale: true },
  failed: { title: '加载失败', answer: () => Promise.reject(fault) },
  offline: { title: '网络断开', answer: () => Promise.reject(cut) },
  forbidden: { title: '没有权限', answer: () => Promise.reject(refused) },
  empty: { title: '没有数据', answer: async () => ({ ...sampleStatistics, figures: [], charts: [] }) },
}
const info = { title: '统计页', group: '界面样例', permission: { code: 'staff', title: '' }, actions: [] }
const hour = 3_600_000
const drillDownLists = { '/baseData/Student': SampleDrillDownList }

/** A page of statistics in each of its states, with every kind of chart. */
export default function StatisticsGallery() {
  const [state, setState] = useState('ready')
  const [search, put] = useState(() => new URLSearchParams())
  const setSearch: SetSearch = (change) => put(change)
  return (
    <PageContext value={info}>
      <PageSearchContext value={{ search, setSearch, isFront: true }}>
        <DrillDownListsContext value={drillDownLists}>
          <Shown key={state} state={state} onState={setState} />
        </DrillDownListsContext>
      </PageSearchContext>
    </PageContext>
  )
}

function Shown({ state, onState }: { state: string; onState: (state: string) => void }) {
  const toast = useToast()
  const client = useQueryClient()
  const { answer, isStale } = states[state]!
  const queryKey = ['gallery', 'statistics', state]
  useState(() => isStale && client.setQueryData(queryKey, sampleStatistics, { updatedAt: Date.now() - hour }))
  return (
    <StatPage reading={() => ({ queryKey, queryFn: answer })} onSheet={async () => toast.success('这里保存表格')}>
      <PlainSelect
        label="状态"
        value={state}
        options={Object.entries(states).map(([value, { title }]) => ({ value, label: title }))}
        onChange={onState}
      />
    </StatPage>
  )
}
