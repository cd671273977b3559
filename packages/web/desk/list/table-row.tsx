import type { ChangeEvent } from 'react'
import { Link } from 'react-router'
import { SkeletonBar } from '../skeleton.tsx'
import { getRowLinkId } from './row-link.ts'
import type { Column, NameSpec, RowWithId } from './list-spec.ts'
import { Checkbox } from './checkbox.tsx'
import type { TableWidths } from './table-widths.ts'
import styles from './row-table.module.css'

interface Props<Row extends RowWithId> {
  row: Row
  name: NameSpec<Row>
  columns: readonly Column<Row>[]
  /** Undefined when a row has no details. */
  href: string | undefined
  isOpen: boolean
  isTicked: boolean
  /** It was just created or changed. */
  isFresh: boolean
  hasTick: boolean
  hasActions: boolean
  canEdit: boolean
  /** The most frequent action, where the row is not edited: its key and label. */
  quick: { key: string; label: string } | undefined
  hasMenu: boolean
  isMenuOpen: boolean
  onTick: (event: ChangeEvent<HTMLInputElement>) => void
}

export function TableRow<Row extends RowWithId>(props: Props<Row>) {
  const { row, columns, name, isOpen, isFresh, hasTick, hasActions } = props
  return (
    <tr
      data-row={row.id}
      data-open={isOpen ? '' : undefined}
      data-ticked={props.isTicked ? '' : undefined}
      data-fresh={isFresh ? '' : undefined}
    >
      {hasTick && (
        <td className={`${styles['tick']} no-print`}>
          <Checkbox label={`选择 ${name.of(row)}`} isOn={props.isTicked} onChange={props.onTick} />
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
      {hasActions && <ActionsCell {...props} />}
    </tr>
  )
}

function Name<Row extends RowWithId>({ row, name, href, isOpen }: Props<Row>) {
  const text = name.of(row)
  return (
    <span className={styles['name']} data-off={name.isOff?.(row) ? '' : undefined}>
      {name.icon(row)}
      {name.to ? (
        <Link id={getRowLinkId(row.id)} to={name.to(row)} title={text}>
          {name.draw?.(row) ?? text}
        </Link>
      ) : href === undefined ? (
        <span title={text}>{name.draw?.(row) ?? text}</span>
      ) : (
        <a id={getRowLinkId(row.id)} data-name="" href={href} title={text} aria-current={isOpen ? 'true' : undefined}>
          {name.draw?.(row) ?? text}
        </a>
      )}
    </span>
  )
}

function ActionsCell<Row extends RowWithId>({ row, name, canEdit, quick, hasMenu, isMenuOpen }: Props<Row>) {
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

/** The skeleton of a row, as wide as its content. */
export function AwaitedRow<Row>(props: { columns: readonly Column<Row>[]; widths: TableWidths; isSeen: boolean }) {
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
      {widths.actions > 0 && <td>{isSeen && <SkeletonBar />}</td>}
    </tr>
  )
}
