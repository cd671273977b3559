import { HistoryOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { dateOf } from '#packages/web/core/format/time.ts'
import type { DetailTab, Section } from '#packages/web/desk/list/spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { Timeline } from '#packages/web/desk/timeline.tsx'
import { historyOf, type ApplicationRow } from '../../manage-queries.ts'
import { audienceWords, kindWords, reachWords } from './words.ts'
import styles from './application-facts.module.css'

const pendingOf = ({ pending }: ApplicationRow): Section[] =>
  pending.length === 0
    ? []
    : [
        {
          title: '待审核的变更',
          facts: [],
          whole: (
            <dl className={styles['pending']}>
              {pending.map(({ title, before, after }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    <del>{before || '空'}</del> → <ins>{after || '空'}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          ),
        },
      ]

const addressOf = ({ url }: ApplicationRow) =>
  /^https?:/.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  ) : (
    url
  )

const factsOf = (row: ApplicationRow): Section[] => [
  ...pendingOf(row),
  {
    facts: [
      { label: '用途', value: row.about },
      { label: '地址', value: addressOf(row) },
      { label: '类型', value: kindWords(row) },
      { label: '分类', value: row.categoryName },
      { label: '主应用', value: row.mainApps.map(({ mainAppName }) => mainAppName).join('、') },
    ],
  },
  {
    title: '使用范围',
    facts: [
      { label: '面向', value: audienceWords(row) },
      { label: '管理单位', value: row.manageOrgName },
      { label: '下级单位', value: row.includesBelow ? '可以申请开通' : '不能申请' },
    ],
  },
  {
    title: '开发与接口',
    facts: [
      { label: '开发单位', value: row.author },
      { label: '数据接口', value: reachWords(row) },
      { label: '服务器地址', value: row.ips && <span className={styles['lines']}>{row.ips}</span> },
      { label: '应用标识', value: <code>{row.key}</code> },
      { label: '密钥', value: row.hasSecret ? '已设置，不能查看，只能更换' : '未设置' },
    ],
  },
  {
    title: '审核',
    facts: [
      { label: '登记时间', value: row.registeredAt && dateOf(row.registeredAt) },
      { label: '审核时间', value: row.auditedAt && dateOf(row.auditedAt) },
      { label: '审核意见', value: row.auditReason },
    ],
  },
]

/** What happened to an application, the newest first. */
function History({ appKey }: { appKey: string }) {
  const query = useQuery(historyOf(appKey))
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonLines widths={[56, 40, 52]} />
  if (query.data.length === 0) return <p className={styles['none']}>还没有记录</p>
  const happenings = query.data.map(({ at, by, title, words }) => ({
    id: `${at} ${title}`,
    at,
    title,
    icon: HistoryOutlined,
    words: [by, words],
  }))
  return <Timeline label="经过" of={happenings} />
}

/** All that is known of an application, what waits for a decision first. */
export const applicationTabs = (row: ApplicationRow): DetailTab[] => [
  {
    key: 'facts',
    label: row.pending.length > 0 ? `登记（${row.pending.length} 处变更）` : '登记',
    sections: factsOf(row),
  },
  { key: 'history', label: '经过', sections: [{ facts: [], whole: <History key={row.key} appKey={row.key} /> }] },
]
