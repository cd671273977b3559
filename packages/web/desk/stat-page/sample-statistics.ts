import type { StatPageData } from '#packages/contract/statistics.ts'

const list = '/baseData/Student'
const changes = '/baseData/StudentChanges'
const grades: readonly (readonly [string, number, number, number])[] = [
  ['一年级', 71, 64, 9],
  ['二年级', 68, 67, 12],
  ['三年级', 74, 61, 21],
  ['四年级', 66, 69, 8],
  ['五年级', 70, 65, 6],
  ['六年级', 69, 66, 4],
]
const mark = (label: string, values: number[], to: string) => ({
  label,
  values,
  links: values.map((_, at) => `${to}?label=${encodeURIComponent(label)}&series=${at}`),
  isHighlighted: false,
  note: '',
})
const weeks = [
  [0, 0],
  [1, 0],
  [2, 1],
  [2, 2],
  [4, 2],
  [5, 3],
] as const

/** Invented statistics with every kind of chart, for the gallery and for tests. */
export const sampleStatistics: StatPageData = {
  key: 'student',
  title: '学生',
  source: '学生管理',
  readAt: '2026-11-18T02:05:00.000Z',
  kinds: ['day', 'week', 'month', 'term'],
  period: {
    kind: 'month',
    label: '2026年11月',
    from: '2026-11-01',
    to: '2026-11-18',
    previous: '2026-10-01',
    next: null,
    comparison: '比上月同期',
  },
  figures: [
    { metric: 'a', title: '在校学生', unit: '人', note: '在读和休学的学生。', value: 810, before: 807, link: list },
    { metric: 'b', title: '转入', unit: '人', note: '不含已撤销的。', value: 5, before: 5, link: changes },
    { metric: 'c', title: '转出', unit: '人', note: '不含已撤销的。', value: 3, before: 4, link: null },
    { metric: 'd', title: '家长未绑定', unit: '人', note: '现在的情况。', value: 60, before: null, link: list },
  ],
  charts: [
    {
      key: 'sexes',
      finding: '三年级男女相差最多：男 74，女 61',
      measure: '在校学生',
      unit: '人',
      of: '年级',
      kind: 'columns',
      isStacked: true,
      series: ['男', '女'],
      marks: grades.map(([label, males, females]) => mark(label, [males, females], list)),
    },
    {
      key: 'bound',
      finding: '三年级未绑定最多，还差 21 人',
      measure: '家长未绑定',
      unit: '人',
      of: '年级',
      kind: 'columns',
      isStacked: false,
      series: ['家长未绑定'],
      marks: grades.map(([label, , , open]) => ({ ...mark(label, [open], list), isHighlighted: open === 21 })),
    },
    {
      key: 'terms',
      finding: '每个月转入都多于转出',
      measure: '转入转出',
      unit: '人',
      of: '月份',
      kind: 'columns',
      isStacked: false,
      series: ['转入', '转出'],
      marks: [
        mark('8 月', [28, 12], changes),
        mark('9 月', [17, 6], changes),
        mark('10 月', [5, 4], changes),
        mark('11 月', [5, 3], changes),
      ],
    },
    {
      key: 'transfers',
      finding: '转入 5 人，转出 3 人，净增 2 人',
      measure: '累计转入转出',
      unit: '人',
      of: '时间',
      kind: 'lines',
      isStacked: false,
      series: ['转入', '转出'],
      marks: weeks.map((values, at) => mark(`第${at + 1}周`, [...values], changes)),
    },
  ],
  empty: { title: '还没有学生', text: '导入学籍表或新建学生以后，这里会有统计。' },
}

/** Invented pupils behind every number, for the gallery and for tests. */
export const samplePupils = Array.from({ length: 46 }, (_, at) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: `${'王李张刘陈杨赵黄'[at % 8]}${'子涵雨桐浩然诗琪'[(at * 3) % 8]}`,
  className: `三(${1 + (at % 4)})班`,
  seat: 1 + Math.floor(at / 4),
}))
