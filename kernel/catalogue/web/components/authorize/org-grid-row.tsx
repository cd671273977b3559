import type { CSSProperties } from 'react'
import {
  ApartmentOutlined,
  CaretDownFilled,
  CheckOutlined,
  ClockCircleOutlined,
  MinusOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { StatusTag, type Tone } from '#packages/web/desk/status-tag.tsx'
import { getUpcomingLabel } from './upcoming-grant.tsx'
import type { OrgGrantRow } from './org-grant-draft.ts'
import styles from './org-checklist.module.css'

export interface RowHandlers {
  onTick: (row: OrgGrantRow) => void
  onBelow: (row: OrgGrantRow) => void
  /** Opens or closes everything below, one by one. */
  onAll: (row: OrgGrantRow, isOn: boolean) => void
}

interface Props {
  row: OrgGrantRow
  handlers: RowHandlers | undefined
  at: number
  top: number
  isActive: boolean
  isOpen: boolean | undefined
  isAllOn: boolean
  onFold: (() => void) | undefined
  onEnter: () => void
}

/**
 * One organisation: whether it has the application, whether those below have it too, and why. Reviewers get no
 * checkboxes.
 */
export function OrgGridRow({ row, at, top, isActive, isOpen, isAllOn, onFold, onEnter, handlers }: Props) {
  const { name, level, hasChild, own, isOn, wasOn, comesOn } = row
  const tabIndex = isActive ? 0 : -1
  const { label, tone, icon } = getRowState(row)
  const shownName = (
    <span className={styles['name']} title={name}>
      {name}
    </span>
  )
  return (
    <div
      role="row"
      data-at={at}
      className={styles['row']}
      style={{ top, '--depth': level - 1 } as CSSProperties}
      aria-rowindex={at + 1}
      aria-level={level}
      aria-expanded={isOpen}
      data-change={isOn === wasOn ? (row.isChanged ? 'kind' : undefined) : isOn ? 'gain' : 'lose'}
      onFocus={onEnter}
    >
      <div role="gridcell" className={styles['who']} {...(!handlers && { tabIndex })}>
        {hasChild ? (
          <button
            type="button"
            className={styles['caret']}
            tabIndex={-1}
            aria-label={`${isOpen ? '收起' : '展开'}${name}`}
            data-folded={isOpen ? undefined : ''}
            disabled={!onFold}
            onClick={onFold}
          >
            <Glyph of={CaretDownFilled} />
          </button>
        ) : (
          <span className={styles['leaf']} />
        )}
        {handlers ? (
          <Checkbox isOn={isOn} isPartly={comesOn !== null} tabIndex={tabIndex} onChange={() => handlers.onTick(row)}>
            {shownName}
          </Checkbox>
        ) : (
          shownName
        )}
      </div>
      <div role="gridcell" className={styles['below']}>
        {hasChild && handlers && (
          <>
            <Checkbox
              label={`含下级 ${name}`}
              isOn={own === 'with-below'}
              tabIndex={tabIndex}
              onChange={() => handlers.onBelow(row)}
            >
              含下级
            </Checkbox>
            <Button
              type="link"
              size="small"
              tabIndex={tabIndex}
              aria-label={`${isAllOn ? '全不选下级' : '全选下级'} ${name}`}
              onClick={() => handlers.onAll(row, !isAllOn)}
            >
              {isAllOn ? '全不选下级' : '全选下级'}
            </Button>
          </>
        )}
      </div>
      <div role="gridcell" className={styles['state']}>
        <StatusTag tone={tone} icon={icon} quiet={isOn === wasOn && own !== 'refused' && comesOn === null}>
          {label}
        </StatusTag>
      </div>
    </div>
  )
}

interface OrgRowState {
  label: string
  tone: Tone
  icon: Icon
}

/** The state as text, because colour alone is not enough. */
function getRowState(row: OrgGrantRow): OrgRowState {
  const { own, isOn, wasOn, comesOn, wasComing, isInherited, inheritedFrom } = row
  if (comesOn !== null) return { label: getUpcomingLabel(comesOn), tone: 'info', icon: ClockCircleOutlined }
  const how = own === 'with-below' ? '，含下级' : own === 'none' ? `，随${inheritedFrom}` : ''
  if (isOn && !wasOn) return { label: `将开通${how}`, tone: 'success', icon: CheckOutlined }
  if (!isOn && (wasOn || wasComing)) return { label: '将取消开通', tone: 'error', icon: MinusOutlined }
  if (own === 'refused') return { label: '不开通', tone: 'closed', icon: StopOutlined }
  if (isOn && own === 'none') return { label: `随${inheritedFrom}开通`, tone: 'info', icon: ApartmentOutlined }
  if (isOn) return { label: `已开通${how}`, tone: 'success', icon: CheckOutlined }
  if (own === 'given' || own === 'with-below') return { label: '不在有效期', tone: 'warning', icon: MinusOutlined }
  return { label: isInherited ? '不在有效期' : '未开通', tone: 'closed', icon: MinusOutlined }
}
