import { useState } from 'react'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { FieldMessage, TextField } from '#packages/web/light/text-field.tsx'
import { defaultPhrases } from '../../../contract.ts'
import { getPhraseProblem, maxPhraseLength, maxPhrases, movePhrase } from '../edit-phrases.ts'
import { savePhrases } from '../personal-queries.ts'
import styles from './phrases.module.css'

interface Props {
  saved: readonly string[]
  onDone: (message: string) => void
  onFailed: (error: unknown) => void
}

/** 常用意见: every change is stored at once. */
export function Phrases({ saved, onDone, onFailed }: Props) {
  const [phrases, setPhrases] = useState(saved)
  const [added, setAdded] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const store = (next: readonly string[], message: string, onStored = () => {}) => {
    // A second tap would begin from a list that may still be refused.
    if (isBusy) return
    const found = getPhraseProblem(next)
    setProblem(found)
    if (found) return
    const before = phrases
    setPhrases(next)
    setBusy(true)
    savePhrases(next)
      .then(
        () => {
          onStored()
          onDone(message)
        },
        (error: unknown) => {
          setPhrases(before)
          onFailed(error)
        },
      )
      .finally(() => setBusy(false))
  }
  const add = () =>
    store([...phrases, added.trim()], '已添加', () => setAdded((typed) => (typed === added ? '' : typed)))
  return (
    <div className={styles['field']}>
      {phrases.length === 0 && <p className={styles['none']}>还没有设置，审批时显示：{defaultPhrases.join('、')}。</p>}
      <ol aria-label="常用意见">
        {phrases.map((phrase, at) => (
          <li key={phrase} className={styles['row']}>
            <span className={styles['text']}>{phrase}</span>
            {at > 0 && (
              <TextButton aria-label={`${phrase}上移`} onClick={() => store(movePhrase(phrases, at, -1), '顺序已保存')}>
                上移
              </TextButton>
            )}
            <TextButton
              aria-label={`删除${phrase}`}
              onClick={() =>
                store(
                  phrases.filter((one) => one !== phrase),
                  '已删除',
                )
              }
            >
              删除
            </TextButton>
          </li>
        ))}
      </ol>
      {phrases.length < maxPhrases && (
        <>
          <TextField
            label="新的常用意见"
            name="phrase"
            isOptional
            maxLength={maxPhraseLength}
            value={added}
            onChange={setAdded}
          />
          <Button kind="tint" isDisabled={isBusy || added.trim() === ''} onClick={add}>
            添加
          </Button>
        </>
      )}
      <FieldMessage id="phrase-problem" error={problem || undefined} />
    </div>
  )
}
