import { useState } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import type { BatchSummary, IssueGroup } from '../../contract.ts'
import styles from './advice-dialog.module.css'

export interface Advice {
  kind: string
  title: string
  fix: IssueGroup['fixes'][number]
}

/**
 * Fixes that need no decision: replacing a value or skipping a duplicate row. A choice between a new and an existing
 * person is no advice. Guesses are listed one by one.
 */
export const listAdvice = ({ groups }: BatchSummary): Advice[] =>
  groups.flatMap(({ kind, title, fixes }) => {
    const isQuestion = fixes.some(({ key }) => key.startsWith('accept'))
    const guesses = fixes.filter(({ isGuess }) => isGuess)
    const best = guesses.length > 0 ? guesses : fixes.slice(0, 1)
    return isQuestion ? [] : best.map((fix) => ({ kind, title, fix }))
  })

/** A row may have several fixes. */
export const countFixes = (advice: readonly Advice[]) => advice.reduce((sum, { fix }) => sum + fix.count, 0)

const getAdviceKey = ({ kind, fix }: Advice) => `${kind} ${fix.key}`

interface Props {
  advice: readonly Advice[]
  onTake: (chosen: readonly Advice[]) => void
  onClose: () => void
}

/** Shows every fix before it is applied; each can be deselected. */
export function AdviceDialog({ advice, onTake, onClose }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = advice.filter((one) => !left.has(getAdviceKey(one)))
  const toggle = (name: string) =>
    setLeft((before) => {
      const others = [...before].filter((one) => one !== name)
      return new Set(before.has(name) ? others : [...others, name])
    })
  return (
    <ConfirmAction
      title="采用修正建议"
      size="form"
      submitLabel={`采用（${formatNumber(countFixes(chosen))} 处）`}
      isDisabled={chosen.length === 0}
      submit={() => onTake(chosen)}
      onClose={onClose}
    >
      <p>只改这里的数据，还不会导入；之后可以撤销。</p>
      <ul className={styles['list']}>
        {advice.map((one) => (
          <li key={getAdviceKey(one)}>
            <Checkbox isOn={!left.has(getAdviceKey(one))} onChange={() => toggle(getAdviceKey(one))}>
              <span className={styles['advice']}>
                <span className={styles['title']}>{`${one.title}（${formatNumber(one.fix.count)} 行）`}</span>
                <span className={styles['cure']}>{one.fix.label}</span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </ConfirmAction>
  )
}
