import { Input } from 'antd'
import { useState } from 'react'
import { Ret } from '#packages/core'
import { CallError } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { areLetterKeysOn, isTyping } from '#packages/web/desk/letter-keys.ts'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import type { FaceItem } from '../../contract.ts'
import { sendFaceReview } from '../face-queries.ts'
import styles from './face-dialog.module.css'

interface Props {
  item: FaceItem
  onDecided: (passes: boolean) => Promise<void>
  onStep: (by: number) => void
}

const commonReasons = ['不是本人', '不是正面', '面部有遮挡', '背景杂乱', '照片不清晰']

/** The review of a photo. Keys: A passes, R refuses, J and K go to the next and previous one. */
export function FaceDecision({ item, onDecided, onStep }: Props) {
  const [isRefusing, setRefusing] = useState(false)
  const [reason, setReason] = useState('')
  const { isBusy, refusal, send } = useSubmit()
  const decide = (passes: boolean, why = '') =>
    void send(async () => {
      const { changed } = await sendFaceReview([item], passes, why)
      if (changed === 0) throw new CallError({ ret: Ret.refused, msg: '照片已有变化，请刷新后再审核', status: 200 })
      await onDecided(passes)
    })
  const keys: Record<string, () => void> = {
    a: () => item.state !== 'passed' && !isBusy && decide(true),
    r: () => item.state !== 'refused' && setRefusing(true),
    j: () => onStep(1),
    k: () => onStep(-1),
  }
  useWindowKeys((event) => {
    if (!areLetterKeysOn() || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    keys[event.key.toLowerCase()]?.()
  })
  return (
    <div className={styles['decision']}>
      <div className={styles['row']}>
        {item.state !== 'passed' && (
          <Button type="primary" title="A" data-first="" loading={isBusy && !isRefusing} onClick={() => decide(true)}>
            合格
          </Button>
        )}
        {item.state !== 'refused' && (
          <Button danger title="R" aria-expanded={isRefusing} onClick={() => setRefusing((before) => !before)}>
            不合格
          </Button>
        )}
      </div>
      {isRefusing && (
        <>
          <div className={styles['row']} role="group" aria-label="常用原因">
            {commonReasons.map((text) => (
              <Button key={text} size="small" onClick={() => setReason(text)}>
                {text}
              </Button>
            ))}
          </div>
          <div className={styles['row']}>
            <Input
              aria-label="不合格原因"
              placeholder="请填写原因"
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              onPressEnter={() => reason.trim() && decide(false, reason)}
            />
            <Button danger disabled={reason.trim() === ''} loading={isBusy} onClick={() => decide(false, reason)}>
              确定
            </Button>
          </div>
        </>
      )}
      <ErrorNote message={refusal} />
    </div>
  )
}
