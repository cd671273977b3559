import type { ChangeEvent } from 'react'
import { Link } from 'react-router'
import { SkeletonBar } from '../skeleton.tsx'
import { rowLinkId } from './row-link.ts'
import type { Column, NameSpec, RowWithId } from './spec.ts'
import { Tick } from './tick.tsx'
import type { Widths } from './widths.ts'
import styles from './row-table.module.css'

interface Props<Row> {
  row: Row
  name: NameSpec<Row>
  columns: readonly Column<Row>[]
  /** Undefined when a row has no details. */
  href: string | undefined
  isOpen: boolean
  isTicked: boolean
  /** It was just made or changed. */
  isFresh: boolean
  hasTick: boolean
  hasActs: boolean
  canEdit: boolean
  /** What is done to it most, where it is not edited: its key and its words. */
  quick: { key: string; label: string } | undefined
  hasMenu: boolean
  isMenuOpen: boolean
  onTick: (event: ChangeEvent<HTMLInputElement>) => void
}

export function TableRow<Row extends RowWithId>(props: Props<Row>) {
  const { row, columns, name, isOpen, isFresh, hasTick, hasActs } = props
  return (
    <tr
      data-row={row.id}
      data-open={isOpen ? '' : undefined}
      data-ticked={props.isTicked ? '' : undefined}
      data-fresh={isFresh ? '' : undefined}
    >
      {hasTick && (
        <td className={`${styles['tick']} no-print`}>
          <Tick label={`选择 ${name.of(row)}`} isOn={props.isTicked} onChange={props.onTick} />
        </td>
      )}
      <td className={styles['first']}>
        <Name {...props} />
      </td>
      {columns.map(({ key, align, cell }) => (
        <td key={key} className={align && styles[align]}>
          {cell(row)}
        </td>
      ))}
      {hasActs && <ActsCell {...props} />}
    </tr>
  )
}

function Name<Row extends RowWithId>({ row, name, href, isOpen }: Props<Row>) {
  const words = name.of(row)
  return (
    <span className={styles['name']} data-off={name.isOff?.(row) ? '' : undefined}>
      {name.icon(row)}
      {name.to ? (
        <Link id={rowLinkId(row.id)} to={name.to(row)} title={words}>
          {name.draw?.(row) ?? words}
        </Link>
      ) : href === undefined ? (
        <span title={words}>{name.draw?.(row) ?? words}</span>
      ) : (
        <a id={rowLinkId(row.id)} data-name="" href={href} title={words} aria-current={isOpen ? 'true' : undefined}>
          {name.draw?.(row) ?? words}
        </a>
      )}
    </span>
  )
}

function ActsCell<Row extends RowWithId>({ row, name, canEdit, quick, hasMenu, isMenuOpen }: Props<Row>) {
  return (
    <td className={`${styles['acts']} no-print`}>
      <span className={styles['buttons']}>
        {canEdit && (
          <button type="button" className={styles['edit']} data-act="edit" aria-label={`编辑 ${name.of(row)}`}>
            编辑
          </button>
        )}
        {quick && (
          <button
            type="button"
            className={styles['edit']}
            data-act={quick.key}
            aria-label={`${quick.label} ${name.of(row)}`}
          >
            {quick.label}
          </button>
        )}
        {hasMenu && (
          <button
            type="button"
            className={styles['more']}
            data-act="menu"
            aria-label={`更多操作 ${name.of(row)}`}
            title="更多操作"
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
          >
            <span className={styles['dots']} />
          </button>
        )}
      </span>
    </td>
  )
}

/** Bars in the place of a row, as wide as what will stand there. */
export function AwaitedRow<Row>(props: { columns: readonly Column<Row>[]; widths: Widths; isSeen: boolean }) {
  const { columns, widths, isSeen } = props
  return (
    <tr>
      {widths.tick > 0 && <td>{isSeen && <SkeletonBar width="16px" />}</td>}
      <td className={styles['first']}>{isSeen && <SkeletonBar width="45%" />}</td>
      {columns.map(({ key, align }) => (
        <td key={key} className={align && styles[align]}>
          {isSeen && <SkeletonBar />}
        </td>
      ))}
      {widths.acts > 0 && <td>{isSeen && <SkeletonBar />}</td>}
    </tr>
  )
}
