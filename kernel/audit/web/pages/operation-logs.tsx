import { FileSearchOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import { optionsOf } from '#packages/contract'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { DialogHost } from '#packages/web/desk/dialog-host.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import type { DetailSpec, ListSpec } from '#packages/web/desk/list/list-spec.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { operationResults, type Operation, type OperationDetail } from '../../contract-operations.ts'
import { archivedLook, createFoundQueries, foundOperations, sourceColumn } from '../archive-queries.ts'
import { ArchiveButton } from '../components/archive-button.tsx'
import { ArchiveNote } from '../components/archive-note.tsx'
import { listArchivedSections, listOperationSections } from '../components/operation-facts.tsx'
import { limitLogDays, operationKey, toLogFilter, operationPageQuery, operationQuery } from '../log-queries.ts'

const getLook = createStatusLook(operationResults)
const getResult = ({ result }: Operation) => getLook(result)
const getObjects = ({ objects }: Operation) => objects.map(({ kindTitle, title }) => `${kindTitle} ${title}`).join('、')

const list: ListSpec<Operation, OperationDetail> = {
  key: 'audit:operationLogs',
  queryKey: operationKey,
  noun: { name: '日志', measure: '条' },
  page: operationPageQuery,
  name: {
    title: '操作',
    of: ({ title }) => title || '多种操作',
    width: 176,
    icon: () => <Glyph of={FileSearchOutlined} />,
  },
  columns: [
    col.text({
      key: 'person',
      title: '操作人',
      width: 112,
      card: 'kind',
      of: ({ personName }) => personName || '系统',
    }),
    col.text({ key: 'objects', title: '对象', width: 240, card: 'fact', of: getObjects }),
    col.text({ key: 'org', title: '单位', width: 176, dropAt: 3, of: ({ orgName }) => orgName }),
    col.text({ key: 'address', title: 'IP地址', width: 136, dropAt: 4 }),
    col.date({ key: 'at', title: '时间', width: 168, hasTime: true, card: 'fact', of: ({ at }) => at }),
    col.status({ key: 'result', title: '结果', width: 88, dropAt: 2, of: getResult }),
  ],
  search: '操作人、对象的姓名，或操作名称',
  filters: [
    { name: 'result', label: '结果', options: optionsOf(operationResults), none: '成功' },
    limitLogDays(createDayRangeFilter('时间', { none: '近 7 天' })),
  ],
  hasViews: true,
  sheet: { export: { source: 'operation-log', permission: 'log.export', filterOf: toLogFilter } },
  detail: {
    of: operationQuery,
    name: ({ title }) => title || '多种操作',
    icon: () => <Glyph of={FileSearchOutlined} />,
    tag: (row) => <RowStatusTag status={getResult(row)} />,
    about: ({ personName, orgName }) => [personName || '系统', orgName].filter(Boolean),
    sections: listOperationSections,
  },
  note: <ArchiveButton log="operation" />,
  empty: { title: '该时间段内没有日志', text: '可以换一个时间段，或减少筛选条件。更早的日志请用“检索归档”。' },
}
/** Refused attempts are security events, which need their own permission. */
const Operations = defineListPageOf(({ maySeeRefused }: { maySeeRefused: boolean }) =>
  maySeeRefused ? list : { ...list, filters: (list.filters ?? []).filter(({ name }) => name !== 'result') },
)

/** The rows that a search of the archive found, in the same table. */
const ArchivedOperations = defineListPageOf(({ searchId }: { searchId: string }) => {
  const query = foundOperations(searchId)
  const { queryKey, page, row } = createFoundQueries<OperationDetail>(query)
  const { key, noun, name, columns } = list
  const spec: ListSpec<Operation, OperationDetail> = {
    key: `${key}:archive`,
    queryKey,
    noun,
    name,
    page,
    columns: [...columns, sourceColumn()],
    note: <ArchiveNote query={query} />,
    detail: {
      ...list.detail,
      of: row,
      tag: () => <RowStatusTag status={archivedLook} />,
      sections: listArchivedSections,
    } as DetailSpec<OperationDetail>,
    empty: { title: '没有找到归档的日志', text: '可以换一个月份或关键字。' },
  }
  return spec
})

/** /logMmanagement/operationLogs: who did what to which object. */
export default function OperationLogs() {
  const searchId = usePageSearch().search.get('archive')
  const may = useMay()
  return (
    <>
      {searchId ? (
        <ArchivedOperations searchId={searchId} />
      ) : (
        <Operations maySeeRefused={may('security-event.read')} />
      )}
      <Suspense>
        <DialogHost />
      </Suspense>
    </>
  )
}
