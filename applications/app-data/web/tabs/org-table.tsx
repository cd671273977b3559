import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { buildAppDataUrl } from '#kernel/metric/contract.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { incompleteMessage, type DataCell, type DataColumn, type DataRow, type DataValues } from '../../contract.ts'
import { formatCell, formatComplete } from '../cell-text.ts'
import { childrenQuery, orgPageQuery, type Range } from '../data-queries.ts'
import styles from './org-table.module.css'

interface Props {
  columns: readonly DataColumn[]
  /** The first page, which the board has. */
  first: DataValues
  range: Range
}

const pageSize = 20

/** The organisations below: opened down the tree, sorted by a metric as a ranking. */
export function OrgTable({ columns, first, range }: Props) {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const sort = search.get('sort') ?? undefined
  const pageNumber = Number(search.get('page')) || 1
  const isFirst = !sort && pageNumber === 1
  const query = useQuery({
    ...orgPageQuery(range, sort, pageNumber),
    enabled: !isFirst,
    placeholderData: keepPreviousData,
  })
  const shown = isFirst ? { ...query, data: first, error: null } : query
  return (
    <div className={styles['frame']}>
      <div className={styles['line']}>
        <PlainSelect
          label="排序"
          value={sort ?? 'tree'}
          options={[
            { value: 'tree', label: '按组织排列' },
            ...columns.flatMap(({ code, title }) => [
              { value: code, label: `${title}从高到低` },
              { value: `-${code}`, label: `${title}从低到高` },
            ]),
          ]}
          onChange={(chosen) => setParams({ sort: chosen === 'tree' ? null : chosen, page: null })}
        />
        <Notes data={shown.data} />
      </div>
      <QueryState query={shown}>
        {(data) => (
          <>
            {/* A wide table is scrolled with the keys too. */}
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div className={styles['scroll']} role="region" aria-label="下级组织" tabIndex={0}>
              <table className={styles['table']}>
                <thead>
                  <tr>
                    <th scope="col">组织</th>
                    {columns.map(({ code, title, unit }) => (
                      <th key={code} scope="col" data-number>
                        {title}
                        {unit !== '%' && `（${unit}）`}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.items.map((row) => (
                    <Row
                      key={row.key}
                      row={row}
                      columns={columns}
                      range={range}
                      depth={0}
                      isUneven={data.sizesDiffer}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            {data.pageCount > 1 && (
              <Pager
                isSimple
                current={pageNumber}
                pageSize={pageSize}
                total={data.itemCount}
                onChange={(page) => setParams({ page: page === 1 ? null : String(page) })}
              />
            )}
          </>
        )}
      </QueryState>
    </div>
  )
}

const Notes = ({ data }: { data: DataValues | undefined }) => (
  <p className={styles['note']}>
    {[
      data?.isShortened && '只显示前 10 名和本单位',
      data?.sizesDiffer && '各单位人数相差 3 倍以上，比较请看比率',
      data?.items.some(({ values }) => Object.values(values).some(({ isIncomplete }) => isIncomplete)) &&
        `带斜纹的${incompleteMessage}`,
    ]
      .filter(Boolean)
      .join('；')}
  </p>
)

interface RowProps {
  row: DataRow
  columns: readonly DataColumn[]
  range: Range
  depth: number
  /** Absolute numbers are not comparable. */
  isUneven: boolean
}

function Row({ row, columns, range, depth, isUneven }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const { key, from, to } = range
  return (
    <>
      <tr data-own={row.isOwn ? '' : undefined}>
        <th scope="row" style={{ paddingLeft: 16 + depth * 20 }}>
          {row.hasChild && (
            <Button
              type="text"
              size="small"
              icon={<Glyph of={isOpen ? DownOutlined : RightOutlined} />}
              aria-expanded={isOpen}
              aria-label={`${isOpen ? '收起' : '展开'}${row.label}`}
              onClick={() => setOpen(!isOpen)}
            />
          )}
          {row.rank !== null && <span className={styles['rank']}>{row.rank}</span>}
          <Link to={buildAppDataUrl({ key, orgId: row.key, from, to })}>{row.label}</Link>
        </th>
        {columns.map((column) => (
          <Value key={column.code} cell={row.values[column.code]} column={column} isUneven={isUneven} />
        ))}
      </tr>
      {isOpen && <Children columns={columns} range={{ ...range, orgId: row.key }} depth={depth + 1} />}
    </>
  )
}

function Value({ cell, column, isUneven }: { cell: DataCell | undefined; column: DataColumn; isUneven: boolean }) {
  const complete = cell ? formatComplete(cell) : ''
  return (
    <td
      data-number
      data-incomplete={cell?.isIncomplete ? '' : undefined}
      data-quiet={isUneven && column.kind !== 'rate' ? '' : undefined}
      title={cell?.isIncomplete ? incompleteMessage : cell?.isMasked ? '人数过少，不显示' : undefined}
    >
      {cell?.isMasked ? '＊' : formatCell(cell, column)}
      {complete && <small>{complete}</small>}
    </td>
  )
}

function Children({ columns, range, depth }: { columns: readonly DataColumn[]; range: Range; depth: number }) {
  const query = useQuery(childrenQuery(range))
  const wrap = (content: ReactNode) => (
    <tr>
      <td colSpan={columns.length + 1}>{content}</td>
    </tr>
  )
  if (!query.data) return wrap(<QueryState query={query}>{() => null}</QueryState>)
  return query.data.items.map((row) => (
    <Row
      key={row.key}
      row={row}
      columns={columns}
      range={range}
      depth={depth}
      isUneven={query.data?.sizesDiffer ?? false}
    />
  ))
}
