import { HistoryOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#packages/web/core/format/time.ts'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import type { DetailTabSpec, DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { Timeline } from '#packages/web/desk/timeline.tsx'
import { applicationHistoryQuery, type ApplicationRow } from '../../application-queries.ts'
import { ApplicationSecrets } from './application-secrets.tsx'
import { getAudienceLabel, getKindLabel, getApiReachLabel } from './application-labels.ts'
import styles from './application-facts.module.css'

const listPendingChanges = ({ pending }: ApplicationRow): DetailSectionSpec[] =>
  pending.length === 0
    ? []
    : [
        {
          title: '待审核的变更',
          facts: [],
          whole: (
            <div className={styles['pending']}>
              <FactGrid
                facts={pending.map(({ title, before, after }) => ({
                  label: title,
                  value: (
                    <>
                      <del>{before || '空'}</del> → <ins>{after || '空'}</ins>
                    </>
                  ),
                }))}
              />
            </div>
          ),
        },
      ]

const renderAddress = ({ url }: ApplicationRow) =>
  /^https?:/.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  ) : (
    url
  )

const listBasics = (row: ApplicationRow): DetailSectionSpec[] => [
  ...listPendingChanges(row),
  {
    facts: [
      { label: '用途', value: row.about },
      { label: '地址', value: renderAddress(row) },
      { label: '类型', value: getKindLabel(row) },
      { label: '分类', value: row.categoryName },
      { label: '主应用', value: row.mainApps.map(({ mainAppName }) => mainAppName).join('、') },
      { label: '开发单位', value: row.author },
      { label: '应用标识', value: <code>{row.key}</code> },
    ],
  },
]

const listScope = (row: ApplicationRow): DetailSectionSpec[] => [
  {
    facts: [
      { label: '面向', value: getAudienceLabel(row) },
      { label: '管理单位', value: row.manageOrgName },
      { label: '下级单位', value: row.includesBelow ? '可以申请开通' : '不能申请' },
      { label: '数据接口', value: getApiReachLabel(row) },
    ],
  },
]

const listSecretSections = (row: ApplicationRow): DetailSectionSpec[] => [
  { facts: [], whole: <ApplicationSecrets key={row.key} row={row} /> },
  {
    title: '服务器地址',
    facts: [],
    whole: row.ips ? (
      <code className={styles['lines']}>{row.ips}</code>
    ) : (
      <p className={styles['none']}>未限制，任何地址都可以调用</p>
    ),
  },
]

const listReview = (row: ApplicationRow): DetailSectionSpec[] => [
  {
    facts: [
      { label: '登记时间', value: row.registeredAt && formatDate(row.registeredAt) },
      { label: '审核时间', value: row.auditedAt && formatDate(row.auditedAt) },
      { label: '审核意见', value: row.auditReason },
    ],
  },
]

/** The history of an application, the newest first. */
function History({ appKey }: { appKey: string }) {
  const query = useQuery(applicationHistoryQuery(appKey))
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonLines widths={[56, 40, 52]} />
  if (query.data.length === 0) return <p className={styles['none']}>还没有记录</p>
  const events = query.data.map(({ at, by, title, details }) => ({
    id: `${at} ${title}`,
    at,
    title,
    icon: HistoryOutlined,
    details: [by, details],
  }))
  return <Timeline label="日志" of={events} />
}

const hasSecrets = ({ hasSecret, actions }: ApplicationRow) => hasSecret || actions.includes('secret')

/** All details of an application, pending changes first. */
export const applicationTabs = (row: ApplicationRow): DetailTabSpec[] => [
  {
    key: 'facts',
    label: row.pending.length > 0 ? `基本（${row.pending.length} 处变更）` : '基本',
    sections: listBasics(row),
  },
  { key: 'scope', label: '范围', sections: listScope(row) },
  ...(hasSecrets(row) ? [{ key: 'secrets', label: '密钥', sections: listSecretSections(row) }] : []),
  { key: 'history', label: '日志', sections: [{ facts: [], whole: <History key={row.key} appKey={row.key} /> }] },
  { key: 'review', label: '审核', sections: listReview(row) },
]
