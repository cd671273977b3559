import { useEffect, useRef } from 'react'
import { labelOf } from '#packages/contract'
import { Button } from '#packages/web/desk/button.tsx'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { flowStatuses, flowTaskStatuses } from '../../contract.ts'
import { getItemKey, isTask, type FlowItem } from '../flow-queries.ts'
import { formatArrival, isLate } from '../flow-text.ts'
import styles from './flow-list.module.css'

interface Props {
  label: string
  items: readonly FlowItem[]
  chosen: string | undefined
  onChoose: (item: FlowItem) => void
  /** While several are approved at once: the chosen tasks. */
  ticked: ReadonlySet<string> | undefined
  onTick: (taskId: string) => void
  onMore: (() => void) | undefined
  isLoadingMore: boolean
}

/** The requests of a tab, one below the other. */
export function FlowList({ label, items, chosen, onChoose, ticked, onTick, onMore, isLoadingMore }: Props) {
  return (
    <>
      <ul aria-label={label}>
        {items.map((item) => (
          <li key={getItemKey(item)} className={styles['entry']}>
            {ticked && isTask(item) && (
              <span className={styles['tick']}>
                <Checkbox
                  label={`选择 ${item.title}`}
                  isOn={ticked.has(item.taskId)}
                  isFixed={item.isSingle}
                  onChange={() => onTick(item.taskId)}
                />
              </span>
            )}
            <Row
              item={item}
              isChosen={item.flowId === chosen}
              why={ticked && isTask(item) && item.isSingle ? '需要意见或签名，请单独处理' : ''}
              onChoose={() => onChoose(item)}
            />
          </li>
        ))}
      </ul>
      {onMore && (
        <div className={styles['more']}>
          <Button loading={isLoadingMore} onClick={onMore}>
            更多
          </Button>
        </div>
      )}
    </>
  )
}

interface RowProps {
  item: FlowItem
  isChosen: boolean
  why: string
  onChoose: () => void
}

function Row({ item, isChosen, why, onChoose }: RowProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isChosen])
  const { title, brief, applicant, subjectTitle, orgName } = item
  return (
    <button
      ref={row}
      type="button"
      className={styles['row']}
      aria-current={isChosen ? 'page' : undefined}
      onClick={onChoose}
    >
      <InitialsAvatar name={applicant} size="row" />
      <span className={styles['text']}>
        <span className={styles['first']}>
          <span className={styles['title']}>{title}</span>
          <span className={styles['time']}>{formatArrival(getItemTime(item))}</span>
        </span>
        <span className={`${styles['second']} ${dots['dotted']}`}>
          {why ? (
            <span className={styles['why']}>{why}</span>
          ) : (
            <>
              <span>{brief || subjectTitle}</span>
              {!brief && orgName && <span>{orgName}</span>}
              <Marks item={item} />
            </>
          )}
        </span>
      </span>
    </button>
  )
}

const getItemTime = (item: FlowItem) =>
  isTask(item) ? (item.finishedAt ?? item.arrivedAt) : (item.finishedAt ?? item.submittedAt)

/** What the reader should know before opening it. */
function Marks({ item }: { item: FlowItem }) {
  if (!isTask(item)) {
    const step = item.stepNames.join('、')
    return (
      <span className={styles[flowStatuses[item.status].tone]}>
        {item.status === 'running' && step ? step : labelOf(flowStatuses, item.status)}
      </span>
    )
  }
  return (
    <>
      {item.holder && <span>代{item.holder}</span>}
      {isLate(item) && <span className={styles['error']}>超时</span>}
      {item.status !== 'open' && (
        <span className={styles[flowTaskStatuses[item.status].tone]}>{labelOf(flowTaskStatuses, item.status)}</span>
      )}
    </>
  )
}
