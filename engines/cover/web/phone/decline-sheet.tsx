import { useState } from 'react'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import type { CoverRequest } from '../../contract.ts'
import { describeLeg, describeRequest } from './cover-words.ts'

interface Props {
  request: CoverRequest
  isBusy: boolean
  onDecline: (note: string) => void
  onClose: () => void
}

const usual = ['有其他安排', '当天外出', '身体不适']
const other = '自填'

/** A refusal tells the applicant why: a usual reason is one tap. */
export function DeclineSheet({ request, isBusy, onDecline, onClose }: Props) {
  const [chosen, setChosen] = useState('')
  const [own, setOwn] = useState('')
  const [hasTried, setTried] = useState(false)
  const note = (chosen === other ? own : chosen).trim()
  const error = hasTried && !note ? '请选择或填写拒绝的原因' : undefined
  return (
    <BottomSheet title="拒绝的原因" onClose={onClose}>
      <p>
        {describeRequest(request)}：{request.legs.map(describeLeg).join('；')}
      </p>
      <Chips
        label="原因"
        name="declineReason"
        value={chosen}
        error={chosen === other ? undefined : error}
        options={[...usual, other].map((value) => ({ value, label: value }))}
        onChange={setChosen}
      />
      {chosen === other && (
        <TextField label="具体原因" name="declineNote" maxLength={200} value={own} error={error} onChange={setOwn} />
      )}
      <Button
        kind="withdraw"
        size="task"
        busy={isBusy && '正在提交…'}
        onClick={() => {
          setTried(true)
          if (note) onDecline(note)
        }}
      >
        拒绝
      </Button>
    </BottomSheet>
  )
}
