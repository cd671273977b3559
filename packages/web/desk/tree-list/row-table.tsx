import { Table, type TableColumnType } from 'antd'
import { useCallback, useState, type MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { SkeletonBar } from '../skeleton.tsx'
import { readPlace, writePlace } from './address.ts'
import type { Density } from './density.tsx'
import { fitting, nameWidth } from './fitting.ts'
import type { RowWithId, TreeListSpec } from './spec.ts'
import styles from './row-table.module.css'

interface Props<Row, Detail> {
  spec: TreeListSpec<Row, Detail>['list']
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined
  /** They are late: bars stand in their place. */
  isWaiting: boolean
  density: Density
  open: string | undefined
  onOpen: (id: string) => void
}

const awaited = Array.from({ length: 8 }, (_, at) => ({ id: `awaited-${at}` }))

export function RowTable<Row extends RowWithId, Detail>(props: Props<Row, Detail>) {
  const { spec, rows, isWaiting, density, open, onOpen } = props
  const [width, measure] = useWidth()
  const columns: TableColumnType<Row>[] = [
    {
      key: 'name',
      title: spec.name.title,
      render: (_, row) => (rows ? <Name row={row} spec={spec.name} /> : isWaiting && <SkeletonBar width="45%" />),
    },
    ...fitting(spec.columns, width).map(({ key, title, width: wide, align, cell }) => ({
      key,
      title,
      width: wide,
      ...(align && { align }),
      render: (_: unknown, row: Row) => (rows ? cell(row) : isWaiting && <SkeletonBar />),
    })),
  ]
  return (
    <div ref={measure} className={styles['frame']} data-density={density}>
      <Table<Row>
        columns={columns}
        dataSource={rows ?? (awaited as Row[])}
        rowKey="id"
        pagination={false}
        tableLayout="fixed"
        aria-busy={!rows}
        rowClassName={({ id }) => (id === open ? styles['open']! : '')}
        onRow={({ id }) => ({ onClick: (event) => rows && isPlain(event) && onOpen(id) })}
      />
    </div>
  )
}

/** A press on a link, or one that marks text, is not a press on the row. */
const isPlain = ({ target }: MouseEvent) =>
  !(target as Element).closest('a, button') && window.getSelection()?.isCollapsed !== false

interface NameProps<Row, Detail> {
  row: Row
  spec: TreeListSpec<Row, Detail>['list']['name']
}

function Name<Row extends RowWithId, Detail>({ row, spec }: NameProps<Row, Detail>) {
  const { search } = useLocation()
  const now = new URLSearchParams(search)
  const address = writePlace(now, readPlace(now), { open: row.id })
  return (
    <span className={styles['name']} data-off={spec.isOff?.(row) ? '' : undefined}>
      {spec.icon(row)}
      <Link id={rowLinkId(row.id)} to={`?${address}`} title={spec.of(row)}>
        {spec.of(row)}
      </Link>
    </span>
  )
}

/** Where the focus returns to when the details close. */
export const rowLinkId = (id: string) => `row-${id}`

/** The width of an element, known before its first frame is seen. */
function useWidth() {
  const [width, setWidth] = useState(nameWidth)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure] as const
}
