import { useQuery } from '@tanstack/react-query'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SelectControl } from '#packages/web/desk/form/controls/select.tsx'
import type { OfferedConstant } from '../../contract.ts'
import { offeredConstantsQuery } from '../queries.ts'

interface Props extends ControlProps {
  type: string
  /** The part of the value that the record stores. */
  keeps: 'code' | 'name' | 'number'
}

const valueOf = ({ code, name }: OfferedConstant, keeps: Props['keeps']) =>
  keeps === 'name' ? name : keeps === 'number' ? Number(code) : code

/** A select for one constant. Values no longer offered appear only when they are the current value. */
export default function ConstantSelect({ type, keeps, ...props }: Props) {
  const { data = [], isPending } = useQuery(offeredConstantsQuery(type))
  const known = data.map((item) => ({ value: valueOf(item, keeps), label: item.name, isOffered: item.isOffered }))
  const options = known
    .filter(({ value, isOffered }) => isOffered || value === props.value)
    .map(({ value, label }) => ({ value, label }))
  // A stored text that is not in the list stays selectable.
  const own = typeof props.value === 'string' && props.value && options.every(({ value }) => value !== props.value)
  return (
    <SelectControl
      {...props}
      options={
        own && keeps === 'name' ? [...options, { value: props.value as string, label: props.value as string }] : options
      }
      placeholder={isPending ? '正在读取' : '请选择'}
    />
  )
}
