import { useId, useState } from 'react'
import type { Reference } from '#packages/contract'
import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { ReferenceChoices, type PickerSource } from '#packages/web/light/form/reference-field.tsx'
import { CloseIcon } from '#packages/web/light/part-icons.tsx'
import { FieldFrame } from '#packages/web/light/text-field.tsx'
import { findColleagues } from '../colleague-choices.ts'
import styles from './colleagues-picker.module.css'

const separator = '　'
const source: PickerSource = {
  search: async ({ keyword }, signal) => {
    const found = await findColleagues(keyword, signal)
    const items = found.map(({ id, name, about }) => ({ id, name: `${name}${separator}${about}` }))
    return { items, itemCount: items.length, pageCount: 1 }
  },
  placeholder: '姓名或拼音首字母',
}

/** Chooses colleagues by their memberships. The value is a list of references, with `max` 1 of at most one. */
export default function ColleaguesPicker({ label, isOptional, error, hint, value, max, onChange }: PhoneControlProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = value as readonly Reference[]
  const add = ({ id: added, name }: Reference) => {
    setOpen(false)
    const one = { id: added, name: name.split(separator)[0]! }
    onChange(max === 1 ? [one] : [...chosen.filter((each) => each.id !== added), one])
  }
  return (
    <FieldFrame id={id} label={label} isOptional={isOptional} error={error} hint={hint}>
      {chosen.length > 0 && (
        <ul className={styles['people']} aria-label={label}>
          {chosen.map((one) => (
            <li key={one.id}>
              {one.name}
              <button
                type="button"
                aria-label={`移除${one.name}`}
                onClick={() => onChange(chosen.filter((each) => each.id !== one.id))}
              >
                <CloseIcon size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button
        id={id}
        kind="plain"
        {...(error && { 'data-wrong': '' })}
        aria-describedby={error || hint ? `${id}-below` : undefined}
        onClick={() => setOpen(true)}
      >
        {chosen.length === 0 ? '选择人员' : max === 1 ? '更换' : '继续添加'}
      </Button>
      {isOpen && (
        <BottomSheet title={`选择${label}`} onClose={() => setOpen(false)}>
          <ReferenceChoices source={source} orgId={null} onChoose={add} />
        </BottomSheet>
      )}
    </FieldFrame>
  )
}
