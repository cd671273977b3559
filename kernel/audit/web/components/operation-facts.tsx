import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#packages/contract'
import { formatDateTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import type { DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { tracedLogs, type LoggedObjectTitle, type OperationDetail } from '../../contract-operations.ts'
import { traceQuery } from '../log-queries.ts'
import { ChangedFields } from './changed-fields.tsx'
import ObjectHistory from './object-history.tsx'
import styles from './operation-facts.module.css'

/** Everything that the log knows about an operation, and the other logs of its request. */
export const listOperationSections = (row: OperationDetail): DetailSectionSpec[] => [
  ...listArchivedSections(row),
  { title: '同一请求的其他日志', facts: [], whole: <Trace row={row} /> },
]

/** The same without the other logs: those of an archived row are archived too. */
export function listArchivedSections(row: OperationDetail): DetailSectionSpec[] {
  const { changes, objects } = row
  const isOfSeveral = new Set(changes.map(({ object }) => object?.id)).size > 1
  return [
    ...(changes.length > 0
      ? [{ title: '变更内容', facts: [], whole: <ChangedFields changes={changes} hasObjects={isOfSeveral} /> }]
      : []),
    ...(objects.length > 0 ? [{ title: '操作对象', facts: [], whole: <ObjectList objects={objects} /> }] : []),
    {
      title: '操作信息',
      facts: [
        { label: '时间', value: formatDateTime(row.at) },
        { label: '操作人', value: row.personName || '系统' },
        { label: '单位', value: row.orgName },
        ...(row.homeOrgName ? [{ label: '本人单位', value: row.homeOrgName }] : []),
        ...(row.count > 1 ? [{ label: '次数', value: row.count }] : []),
        { label: 'IP地址', value: row.address },
        { label: '接口', value: row.route },
        { label: '会话', value: row.sessionId.slice(-12) },
        { label: '请求编号', value: row.requestId },
      ],
    },
  ]
}

const showHistory = ({ kind, id, kindTitle, title }: LoggedObjectTitle) =>
  showDialog((close) => (
    <NoticeDialog title={`${kindTitle} ${title}：对象历史`} size="panes" closeLabel="关闭" onClose={close}>
      <ObjectHistory kind={kind} id={id} />
    </NoticeDialog>
  ))

const ObjectList = ({ objects }: { objects: readonly LoggedObjectTitle[] }) => (
  <ul className={styles['objects']}>
    {objects.map((object) => (
      <li key={object.id}>
        <span>
          {object.kindTitle} {object.title}
        </span>
        <Button
          type="link"
          size="small"
          aria-label={`对象历史 ${object.kindTitle} ${object.title}`}
          onClick={() => showHistory(object)}
        >
          对象历史
        </Button>
      </li>
    ))}
  </ul>
)

/** The rows of the same request in all logs, for whoever may read operations. */
export function Trace({ row: { id, requestId, at } }: { row: Pick<OperationDetail, 'id' | 'requestId' | 'at'> }) {
  const { data, isError } = useQuery(traceQuery(requestId, at))
  if (isError) return <p className={styles['none']}>没有权限查看其他日志</p>
  if (!data) return <SkeletonLines widths={[60, 48]} />
  const others = data.filter((one) => one.id !== id)
  if (others.length === 0) return <p className={styles['none']}>没有其他日志</p>
  return (
    <ul className={styles['objects']}>
      {others.map(({ id: key, log, title, personName }) => (
        <li key={key}>
          <span>{[labelOf(tracedLogs, log), title, personName].filter(Boolean).join('　')}</span>
        </li>
      ))}
    </ul>
  )
}
