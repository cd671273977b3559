import { isIdCard } from '#packages/core/id-card.ts'
import { isMobile } from '#packages/core/phone.ts'
import { Chips, type ChipOption } from '../chips.tsx'
import { idCardGroups, mobileGroups } from '../digit-groups.ts'
import { SelectField } from '../select-field.tsx'
import { TextField } from '../text-field.tsx'
import type { FlowField } from './flow-spec.ts'

interface Props {
  field: FlowField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A field of the flow's specification. */
export function FlowFieldView({ field, value, error, onChange }: Props) {
  const { key, label, kind, isOptional, hint, from, autoComplete, isInline, options = [] } = field
  const same = { name: key, label, value, onChange, isOptional, error, hint }
  switch (kind) {
    case 'text':
      return <TextField {...same} from={from} autoComplete={autoComplete ?? 'off'} />
    case 'idCard':
      return <TextField {...same} from={from} groups={idCardGroups} isValid={isIdCard(value)} autoComplete="off" />
    case 'mobile':
      return (
        <TextField
          {...same}
          from={from}
          groups={mobileGroups}
          isValid={!error && isMobile(value)}
          inputMode="tel"
          autoComplete={autoComplete ?? 'tel-national'}
        />
      )
    case 'select':
      return <SelectField {...same} options={options.map((option) => toChipOption(option).value)} />
    case 'choice':
      return <Chips {...same} options={options.map(toChipOption)} isInline={isInline ?? false} />
  }
}

const toChipOption = (option: string | ChipOption): ChipOption =>
  typeof option === 'string' ? { value: option, label: option } : option
