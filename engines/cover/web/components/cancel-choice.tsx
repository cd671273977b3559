import { optionsOf } from '#packages/contract'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { cancelReasons } from '../../contract.ts'
import type { ChoiceProps } from './choice-props.ts'
import { MoveChoice } from './move-choice.tsx'

const makeUp = 'make-up'

/** A dropped lesson is made up for at another time, or has a reason why it is not. */
export function CancelChoice(props: ChoiceProps) {
  const { choice, label, onChange } = props
  const isMadeUp = choice !== undefined && choice.cancelReason === null
  return (
    <>
      <PlainSelect
        label={`${label}停课的安排`}
        value={choice ? (choice.cancelReason ?? makeUp) : ''}
        placeholder="补课或原因"
        options={[
          { value: makeUp, label: '另定时间补课' },
          ...optionsOf(cancelReasons).map((one) => ({ ...one, label: `${one.label}，不补` })),
        ]}
        onChange={(next) =>
          onChange({ kind: 'cancel', cancelReason: next === makeUp ? null : (next as keyof typeof cancelReasons) })
        }
      />
      {isMadeUp && <MoveChoice {...props} kind="cancel" />}
    </>
  )
}
