import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { defaultPhrases } from '../../contract.ts'
import { phrasesQuery } from '../flow-queries.ts'
import { getPhraseProblem, maxPhraseLength, maxPhrases, movePhrase } from './edit-phrases.ts'
import { savePhrases } from './personal-queries.ts'
import styles from './phrase-editor.module.css'

/** 常用意见: texts in the person's own order. */
export function PhraseEditor({ saved }: { saved: readonly string[] }) {
  const client = useQueryClient()
  const toast = useToast()
  const [phrases, setPhrases] = useState(saved)
  const [problem, setProblem] = useState('')
  const { isBusy, refusal, send } = useSubmit()
  // Stored without spaces around them: a space more is no change.
  const isDirty = phrases.map((phrase) => phrase.trim()).join('\n') !== saved.join('\n')
  useUnsaved(isDirty)
  const save = () => {
    const found = getPhraseProblem(phrases)
    setProblem(found)
    if (found) return
    void send(async () => {
      const stored = await savePhrases(phrases)
      toast.success('常用意见已保存')
      client.setQueryData(phrasesQuery.queryKey, stored)
    })
  }
  const put = (index: number, text: string) => setPhrases(phrases.map((one, at) => (at === index ? text : one)))
  const tool = (label: string, at: number, icon: Icon, isOff: boolean, run: () => void) => (
    <Button
      type="text"
      icon={<Glyph of={icon} />}
      aria-label={`第 ${at + 1} 条${label}`}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && run()}
    />
  )
  return (
    <div className={styles['field']}>
      {phrases.length === 0 && <p className={styles['none']}>还没有设置，审批时显示：{defaultPhrases.join('、')}。</p>}
      <ol className={styles['rows']} aria-label="常用意见">
        {phrases.map((phrase, at) => (
          // A phrase is known by its place; two may be empty for a moment.
          // eslint-disable-next-line react/no-array-index-key
          <li key={at} className={styles['row']}>
            <Input
              aria-label={`第 ${at + 1} 条常用意见`}
              maxLength={maxPhraseLength}
              value={phrase}
              onChange={({ target }) => put(at, target.value)}
            />
            {tool('上移', at, ArrowUpOutlined, at === 0, () => setPhrases(movePhrase(phrases, at, -1)))}
            {tool('下移', at, ArrowDownOutlined, at === phrases.length - 1, () =>
              setPhrases(movePhrase(phrases, at, 1)),
            )}
            {tool('删除', at, DeleteOutlined, false, () => setPhrases(phrases.filter((_, index) => index !== at)))}
          </li>
        ))}
      </ol>
      <ErrorNote message={problem || refusal} />
      <div className={styles['buttons']}>
        {phrases.length < maxPhrases && (
          <Button icon={<Glyph of={PlusOutlined} />} onClick={() => setPhrases([...phrases, ''])}>
            添加一条
          </Button>
        )}
        <Button type="primary" disabled={!isDirty} loading={isBusy} onClick={save}>
          保存常用意见
        </Button>
      </div>
    </div>
  )
}
