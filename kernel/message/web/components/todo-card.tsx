import { useState } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import type { Message } from '../../contract.ts'
import { openTodos } from '../queries.ts'
import { getMessageUrl, useOpenMessage } from '../use-open-message.ts'
import { compareByDueDate } from './due-date.ts'
import { getUrgency } from '../message-state.ts'
import { DueChip } from './due-chip.tsx'
import { KindIcon } from './kind-icon.tsx'
import styles from './todo-card.module.css'

const shown = 5
const isLate = ({ dueAt }: Message) => dueAt !== null && Date.parse(dueAt) < Date.now()

/** The open to-dos, overdue first, then by due date. The card follows changes made elsewhere. */
export default function TodoCard() {
  const [isLateOnly, setLateOnly] = useState(false)
  return (
    <Card
      reading={openTodos}
      count={({ itemCount }) => itemCount}
      meta={({ items, itemCount, late: lateThen = 0 }) => {
        // Some may have become overdue since the count.
        const late = Math.max(lateThen, items.filter(isLate).length)
        if (late === 0) return null
        return (
          <span className={styles['kinds']} role="group" aria-label="筛选待办">
            <Choice label={`全部 ${itemCount}`} isOn={!isLateOnly} onChoose={() => setLateOnly(false)} />
            <Choice label={`逾期 ${late}`} isOn={isLateOnly} isLate onChoose={() => setLateOnly(true)} />
          </span>
        )
      }}
      more={{ label: '查看全部待办', to: '/message?kind=todo&state=open' }}
      skeleton={<Skeleton />}
      emptyState={({ itemCount }) => (itemCount === 0 ? { kind: 'line', text: '没有待办' } : undefined)}
      readAloudText={({ items, itemCount }) =>
        `共 ${itemCount} 件。${[...items].sort(compareByDueDate).slice(0, shown).map(toSpokenText).join('')}`
      }
    >
      {({ items }) => <Rows todos={isLateOnly && items.some(isLate) ? items.filter(isLate) : items} />}
    </Card>
  )
}

const toSpokenText = (todo: Message) => [todo.title, getUrgency(todo)?.label].filter(Boolean).join('，') + '。'

function Rows({ todos }: { todos: readonly Message[] }) {
  const open = useOpenMessage()
  return (
    <ul>
      {[...todos]
        .sort(compareByDueDate)
        .slice(0, shown)
        .map((todo, at) => (
          <Row key={todo.id} todo={todo} isFirst={at === 0} onOpen={() => open(todo)} />
        ))}
    </ul>
  )
}

/** The whole row is a link; with large text it has a button. */
function Row({ todo, isFirst, onOpen }: { todo: Message; isFirst: boolean; onOpen: () => void }) {
  const isBig = useBigText()
  const { title, orgName, at } = todo
  return (
    <li className={styles['item']}>
      <a
        className={styles['row']}
        href={getMessageUrl(todo)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
      >
        <KindIcon message={{ ...todo, readAt: todo.at }} size="head" />
        <span className={styles['words']}>
          <span className={styles['title']} title={title}>
            {title}
          </span>
          <span className={styles['line']}>
            <span className={`${styles['facts']} ${dots['dotted']}`}>
              {orgName && <span>{orgName}</span>}
              <span>{formatTimeAgo(at)}</span>
            </span>
            {isBig && <DueChip of={todo} />}
          </span>
        </span>
        {isBig ? (
          <span className={styles['go']} data-first={isFirst ? '' : undefined}>
            去处理
          </span>
        ) : (
          <DueChip of={todo} />
        )}
      </a>
    </li>
  )
}

interface ChoiceProps {
  label: string
  isOn: boolean
  isLate?: boolean
  onChoose: () => void
}

const Choice = ({ label, isOn, isLate: isRed = false, onChoose }: ChoiceProps) => (
  <button
    type="button"
    className={`${styles['kind']} ${isRed ? styles['late'] : ''}`}
    aria-pressed={isOn}
    onClick={onChoose}
  >
    {label}
  </button>
)

const rows = [56, 44, 60, 48, 52]

const Skeleton = () => (
  <ul>
    {rows.map((width) => (
      <li key={width} className={`${styles['item']} ${styles['row']}`}>
        <span className={styles['waiting']} />
        <span className={styles['words']}>
          <span className={styles['title']}>
            <SkeletonBar width={`${width}%`} />
          </span>
          <span className={styles['facts']}>
            <SkeletonBar width="32%" />
          </span>
        </span>
      </li>
    ))}
  </ul>
)
