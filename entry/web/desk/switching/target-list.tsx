import { BankOutlined, ReadOutlined, SmileOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import type { SwitchTarget } from '#kernel/session/contract.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { splitHighlights } from '#packages/web/core/format/highlight.ts'
import { getTargetFacts, type TreeOrganisation } from './organisation-tree.ts'
import styles from './target-list.module.css'

interface Props {
  id: string
  head: string
  targets: readonly SwitchTarget[]
  organisations: ReadonlyMap<string, TreeOrganisation>
  keyword: string
  currentId: string
  chosenId: string | undefined
  onChoose: (target: SwitchTarget) => void
  onGo: (target: SwitchTarget) => void
}

export const optionId = (listId: string, targetId: string) => `${listId}-${targetId}`

/** Organisations to choose from. Keys are handled by the search box, clicks here. */
export function TargetList({ id, head, targets, organisations, keyword, currentId, chosenId, onChoose, onGo }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  return (
    <>
      <p className={styles['head']} role="status">
        {head}
      </p>
      <div ref={list} id={id} role="listbox" tabIndex={-1} aria-label="可切换的学校" className={styles['list']}>
        {targets.map((target) => {
          const { where, kind } = getTargetFacts(target, organisations.get(target.id))
          const isChosen = target.id === chosenId
          const isCurrent = target.id === currentId
          return (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={target.id}
              id={optionId(id, target.id)}
              role="option"
              tabIndex={-1}
              className={styles['row']}
              aria-selected={isChosen}
              aria-disabled={isCurrent}
              onClick={() => !isCurrent && onChoose(target)}
              onDoubleClick={() => !isCurrent && onGo(target)}
            >
              <span className={styles['icon']}>
                <Glyph of={getTargetIcon(target.orgType)} />
              </span>
              <span className={styles['words']}>
                <span className={styles['name']}>
                  {splitHighlights(target.name, keyword).map(({ text, isHit }) =>
                    isHit ? <mark key={text}>{text}</mark> : text,
                  )}
                </span>
                <span className={styles['where']}>{where}</span>
              </span>
              <span className={styles['kind']}>{isCurrent ? '当前所在' : kind}</span>
              {isChosen && <kbd className={styles['key']}>Enter</kbd>}
            </div>
          )
        })}
      </div>
    </>
  )
}

const kindergarten = 2
const schools: readonly number[] = [1, 5]
const getTargetIcon = (orgType: number) =>
  orgType === kindergarten ? SmileOutlined : schools.includes(orgType) ? ReadOutlined : BankOutlined
