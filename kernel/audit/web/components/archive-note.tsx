import { useQuery } from '@tanstack/react-query'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { archivedRowsAtMost, type ArchiveRequest } from '../../contract-archive.ts'
import type { FoundRows } from '../archive-queries.ts'

export const describeSearch = ({ from, to, keyword }: Pick<ArchiveRequest, 'from' | 'to' | 'keyword'>) =>
  [`${from} 至 ${to}`, keyword && `“${keyword}”`].filter(Boolean).join('，')

/** Beside the title of a list of archived rows: what was searched, and the way back. */
export function ArchiveNote<Row>({ query }: { query: QueryDefinition<FoundRows<Row>> }) {
  const { data } = useQuery(query)
  const setParams = useSetParams()
  return (
    <>
      {data && (
        <span>
          归档检索：{describeSearch(data.search)}
          {!data.search.isDone && '，正在检索，完成后通知您'}
          {data.isCut && `，只显示最近的${archivedRowsAtMost}条`}
        </span>
      )}
      <Button type="link" onClick={() => setParams({ archive: null, open: null, page: null })}>
        返回在线日志
      </Button>
    </>
  )
}
