import { Table, type TableColumnType } from 'antd'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { SkeletonBar } from '../skeleton.tsx'
import { readPlace, writePlace } from './address.ts'
import type { Density } from './density.tsx'
import { fitting, nameWidth } from './fitting.ts'
import type { RowWithId, TreeListSpec } from './spec.ts'
import styles from './row-table.module.css'

interface Props<Row, Detail> {
  spec: TreeListSpec<Row, Detail>['list']
  /** Undefined while they are on their way: then bars stand in their place. */
  rows: readonly Row[] | undefined
  density: Density
  open: string | undefined
  onOpen: (id: string) => void
}

const awaited = Array.from({ length: 8 }, (_, at) => ({ id: `awaited-${at}` }))

export function RowTable<Row extends RowWithId, Detail>({ spec, rows, density, open, onOpen }: Props<Row, Detail>) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const columns: TableColumnType<Row>[] = [
    {
      key: 'name',
      title: spec.name.title,
      render: (_, row) => (rows ? <Name row={row} spec={spec.name} /> : <SkeletonBar width="45%" />),
    },
    ...fitting(spec.columns, width).map(({ key, title, width: wide, align, cell }) => ({
      key,
      title,
      width: wide,
      ...(align && { align }),
      render: (_: unknown, row: Row) => (rows ? cell(row) : <SkeletonBar />),
    })),
  ]
  return (
    <div ref={frame} className={styles['frame']} data-density={density}>
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

function useWidth(frame: React.RefObject<HTMLDivElement | null>) {
  const [width, setWidth] = useState(nameWidth)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return width
}
