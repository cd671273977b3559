import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Input, Radio } from 'antd'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { MaskDots } from '#packages/web/desk/mask-dots.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { GuardianForm, Relation, Restriction } from '../../contract.ts'
import { studentOptions } from '../student-labels.ts'
import styles from './guardian-rows.module.css'

/** A guardian in the form. An existing phone is shown masked and stays unless a new one is typed. */
export interface GuardianEntry extends GuardianForm {
  masked?: string
  /** A bound guardian must be unbound first, by a separate button. */
  isBound?: boolean
}

const mostGuardians = 6
/** 无 alone would not name the field. */
const restrictionOptions = studentOptions.restriction.map(({ value, label }) => ({
  value,
  label: value === 'none' ? '无监护限制' : label,
}))
const relationOptions = studentOptions.relation.map(({ value, label }) => ({ value: String(value), label }))

interface Props {
  value: readonly GuardianEntry[]
  onChange: (value: GuardianEntry[]) => void
  /** Shows the custody restriction only if the user may see it. */
  hasRestriction?: boolean
}

/** The guardians of a pupil, one of them primary. */
export function GuardianRows({ value, onChange, hasRestriction = false }: Props) {
  const put = (at: number, part: Partial<GuardianEntry>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const first = (at: number) => onChange(value.map((one, index) => ({ ...one, isPrimary: index === at })))
  const remove = (at: number) => {
    const rest = value.filter((_, index) => index !== at)
    onChange(
      rest.some(({ isPrimary }) => isPrimary) ? rest : rest.map((one, index) => ({ ...one, isPrimary: index === 0 })),
    )
  }
  const add = () =>
    onChange([
      ...value,
      {
        id: null,
        name: '',
        relation: 1,
        phone: '',
        isPrimary: value.length === 0,
        isEmergency: false,
        restriction: 'none',
        version: 0,
      },
    ])
  return (
    <div className={styles['rows']}>
      {value.map((one, at) => (
        // New entries have no id yet, and their order never changes.
        // eslint-disable-next-line react/no-array-index-key
        <fieldset key={at} className={styles['row']}>
          <legend className={styles['title']}>{`监护人 ${at + 1}`}</legend>
          <Fields one={one} at={at} hasRestriction={hasRestriction} onPut={(part) => put(at, part)} />
          <div className={styles['marks']}>
            <Radio className={styles['mark']!} checked={one.isPrimary} onChange={() => first(at)}>
              主要联系人
            </Radio>
            <span className={styles['mark']}>
              <Checkbox isOn={one.isEmergency} onChange={({ target }) => put(at, { isEmergency: target.checked })}>
                紧急联系人
              </Checkbox>
            </span>
            {!one.isBound && (
              <Button
                type="text"
                icon={<Glyph of={DeleteOutlined} />}
                aria-label={`移除监护人 ${at + 1}`}
                title="移除"
                onClick={() => remove(at)}
              />
            )}
          </div>
        </fieldset>
      ))}
      {value.length < mostGuardians && (
        <Button icon={<Glyph of={PlusOutlined} />} onClick={add}>
          新建监护人
        </Button>
      )}
    </div>
  )
}

interface FieldsProps {
  one: GuardianEntry
  at: number
  hasRestriction: boolean
  onPut: (part: Partial<GuardianEntry>) => void
}

function Fields({ one, at, hasRestriction, onPut }: FieldsProps) {
  const of = (label: string) => `监护人 ${at + 1} ${label}`
  return (
    <div className={styles['fields']}>
      <Input
        aria-label={of('姓名')}
        placeholder="姓名"
        maxLength={50}
        value={one.name}
        onChange={({ target }) => onPut({ name: target.value })}
      />
      <PlainSelect
        label={of('关系')}
        value={String(one.relation)}
        options={relationOptions}
        onChange={(relation) => onPut({ relation: Number(relation) as Relation })}
      />
      {one.masked && one.phone === undefined ? (
        <span className={styles['kept']}>
          <MaskDots value={one.masked} />
          <Button type="link" aria-label={`修改${of('电话')}`} onClick={() => onPut({ phone: '' })}>
            修改
          </Button>
        </span>
      ) : (
        <Input
          aria-label={of('电话')}
          placeholder="手机号"
          inputMode="numeric"
          maxLength={13}
          value={one.phone ?? ''}
          onChange={({ target }) => onPut({ phone: target.value.replaceAll(/\D/g, '') })}
        />
      )}
      {hasRestriction && (
        <PlainSelect
          label={of('监护限制')}
          value={one.restriction}
          options={restrictionOptions}
          onChange={(restriction) => onPut({ restriction: restriction as Restriction })}
        />
      )}
    </div>
  )
}
