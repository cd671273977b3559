import { useId } from 'react'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { OrgType } from '../../contract.ts'
import OrgPicker from './org-picker.tsx'
import styles from './org-choice.module.css'

interface Props {
  label: string
  orgId: string | null
  kinds: readonly OrgType[]
  placeholder?: string
  onChoose: (id: string) => void
}

/** Chooses the organisation of a page, beside its title or tabs, for users who manage several. */
export default function OrgChoice({ label, orgId, kinds, placeholder, onChoose }: Props) {
  const isPhone = usePhone()
  const id = useId()
  return (
    <div className={styles['choice']}>
      <label id={getLabelId(id)} htmlFor={id}>
        {label}
      </label>
      <div className={styles['place']}>
        <div className={styles['picker']}>
          <OrgPicker
            control={{ id, status: '', 'aria-invalid': false }}
            name="org"
            value={orgId}
            options={[]}
            placeholder={placeholder}
            none={null}
            isPhone={isPhone}
            kinds={kinds}
            isRequired
            isFilled={false}
            onChange={(chosen) => typeof chosen === 'string' && onChoose(chosen)}
            onPending={() => {}}
          />
        </div>
      </div>
    </div>
  )
}
