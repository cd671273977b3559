import { useState } from 'react'
import { numberWords } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Tick } from '#packages/web/desk/list/tick.tsx'
import type { BatchSummary, IssueGroup } from '../../contract.ts'
import styles from './advice-dialog.module.css'

export interface Advice {
  kind: string
  title: string
  cure: IssueGroup['cures'][number]
}

/**
 * What can be mended without knowing more: a value instead of another, or a row that stands there twice. Where somebody has
 * to decide, as between a new person and one who is there already, neither is advice. Guesses stand there one by one.
 */
export const adviceIn = ({ groups }: BatchSummary): Advice[] =>
  groups.flatMap(({ kind, title, cures }) => {
    const isQuestion = cures.some(({ key }) => key.startsWith('accept'))
    const guesses = cures.filter(({ isGuess }) => isGuess)
    const best = guesses.length > 0 ? guesses : cures.slice(0, 1)
    return isQuestion ? [] : best.map((cure) => ({ kind, title, cure }))
  })

/** A row may have several. */
export const placesIn = (advice: readonly Advice[]) => advice.reduce((sum, { cure }) => sum + cure.count, 0)

const nameOf = ({ kind, cure }: Advice) => `${kind} ${cure.key}`

interface Props {
  advice: readonly Advice[]
  onTake: (chosen: readonly Advice[]) => void
  onClose: () => void
}

/** Every remedy by its words before it is taken; whatever one would rather do by hand is left out. */
export function AdviceDialog({ advice, onTake, onClose }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = advice.filter((one) => !left.has(nameOf(one)))
  const turn = (name: string) => setLeft((before) => before.symmetricDifference(new Set([name])))
  return (
    <Dialog
      title="采用修正建议"
      size="form"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" data-first="" disabled={chosen.length === 0} onClick={() => onTake(chosen)}>
            {`采用（${numberWords(placesIn(chosen))} 处）`}
          </Button>
        </>
      }
    >
      <p>只改这里的数据，还不会导入；之后可以撤销。</p>
      <ul className={styles['list']}>
        {advice.map((one) => (
          <li key={nameOf(one)}>
            <Tick isOn={!left.has(nameOf(one))} onChange={() => turn(nameOf(one))}>
              <span className={styles['advice']}>
                <span className={styles['title']}>{`${one.title}（${numberWords(one.cure.count)} 行）`}</span>
                <span className={styles['cure']}>{one.cure.words}</span>
              </span>
            </Tick>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
