import { useState } from 'react'
import { numberWords } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Tick } from '#packages/web/desk/list/tick.tsx'
import type { BatchSummary } from '../../contract.ts'
import styles from './advice-dialog.module.css'

export interface Advice {
  kind: string
  title: string
  cure: { key: string; words: string; count: number }
}

/** What can be mended without knowing more: a value instead of another, or a row that stands there twice. Where somebody has to decide, as between a new person and one who is there already, neither is advice. */
export const adviceIn = ({ groups }: BatchSummary): Advice[] =>
  groups.flatMap(({ kind, title, cures }) => {
    const [cure] = cures
    const isQuestion = cures.some(({ key }) => key.startsWith('accept'))
    return cure && !isQuestion ? [{ kind, title, cure }] : []
  })

export const rowsIn = (advice: readonly Advice[]) => advice.reduce((sum, { cure }) => sum + cure.count, 0)

interface Props {
  advice: readonly Advice[]
  onTake: (chosen: readonly Advice[]) => void
  onClose: () => void
}

/** Every remedy by its words before it is taken; whatever one would rather do by hand is left out. */
export function AdviceDialog({ advice, onTake, onClose }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = advice.filter(({ kind }) => !left.has(kind))
  const turn = (kind: string) => setLeft((before) => before.symmetricDifference(new Set([kind])))
  return (
    <Dialog
      title="采用修正建议"
      size="form"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" data-first="" disabled={chosen.length === 0} onClick={() => onTake(chosen)}>
            {`采用（${numberWords(rowsIn(chosen))} 行）`}
          </Button>
        </>
      }
    >
      <p>只改这里的数据，还不会导入；之后可以撤销。</p>
      <ul className={styles['list']}>
        {advice.map(({ kind, title, cure }) => (
          <li key={kind}>
            <Tick isOn={!left.has(kind)} onChange={() => turn(kind)}>
              <span className={styles['advice']}>
                <span className={styles['title']}>{`${title}（${numberWords(cure.count)} 行）`}</span>
                <span className={styles['cure']}>{cure.words}</span>
              </span>
            </Tick>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
