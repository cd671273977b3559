import { EllipsisOutlined, PhoneOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Glyph } from '../glyph.tsx'
import { MaskDots } from '../mask-dots.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { createRowMenuItems } from './action-items.ts'
import { getRowCardContent } from './row-card-content.ts'
import { getRowLinkId } from './row-link.ts'
import { isTicked, toggleRow } from './selection.ts'
import type { RowWithId } from './list-spec.ts'
import { Checkbox } from './checkbox.tsx'
import type { ListModel } from './use-list-model.ts'
import styles from './phone-list.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  row: Row
  /** A press ticks the card instead of opening it. */
  isPicking: boolean
}

/** One row on a phone. */
export function RowCard<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, row, isPicking } = props
  const { spec, move, selection, select } = model
  const { kind, facts, tag, phone } = getRowCardContent(spec, row)
  const name = spec.name.of(row)
  const content = (
    <>
      {spec.name.icon(row)}
      <span className={styles['words']}>
        <span className={styles['first']}>
          <strong>{spec.name.draw?.(row) ?? name}</strong>
          {kind && <span className={styles['kind']}>{kind}</span>}
          {tag}
        </span>
        <span className={styles['facts']}>
          {facts.map((fact) => (
            <span key={fact}>{fact.includes('**') ? <MaskDots value={fact} /> : fact}</span>
          ))}
        </span>
      </span>
    </>
  )
  if (isPicking) {
    const isOn = isTicked(selection, row.id)
    return (
      <li className={styles['card']} data-ticked={isOn ? '' : undefined}>
        <Checkbox isOn={isOn} onChange={() => select((before) => toggleRow(before, row.id))}>
          <span className={styles['open']}>{content}</span>
        </Checkbox>
      </li>
    )
  }
  return (
    <li className={styles['card']}>
      <Opener id={row.id} to={spec.name.to?.(row)} onOpen={spec.detail && (() => move({ open: row.id }))}>
        {content}
      </Opener>
      {phone && (
        <a className={styles['side']} href={`tel:${phone}`} aria-label={`拨打${name}的电话`}>
          <Glyph of={PhoneOutlined} />
        </a>
      )}
      {spec.cardAction?.(row)}
      <CardMenu {...props} name={name} />
    </li>
  )
}

interface OpenerProps {
  id: string
  to: string | undefined
  onOpen: (() => void) | undefined
  children: ReactNode
}

function Opener({ id, to, onOpen, children }: OpenerProps) {
  if (to)
    return (
      <Link id={getRowLinkId(id)} to={to} className={styles['open']}>
        {children}
      </Link>
    )
  if (!onOpen) return <div className={styles['open']}>{children}</div>
  return (
    <button type="button" id={getRowLinkId(id)} className={styles['open']} onClick={onOpen}>
      {children}
    </button>
  )
}

function CardMenu<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values> & { name: string },
) {
  const { model, row, name } = props
  const { actions, actionRunner, rowForm } = model
  const items = createRowMenuItems(actions, actionRunner, row)
  if (rowForm.canEdit(row)) items.unshift({ key: 'edit', label: '编辑', onSelect: () => rowForm.edit(row) })
  if (items.length === 0) return null
  return (
    <SmallMenu
      label={`更多操作 ${name}`}
      isIcon
      button={<Glyph of={EllipsisOutlined} />}
      className={styles['side']!}
      items={items}
    />
  )
}
