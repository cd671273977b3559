import { useId } from 'react'
import { FieldControl } from '../entity/field-control.tsx'
import { getLabelId } from '../form/form-row.tsx'
import visuallyHidden from '../visually-hidden.module.css'
import styles from './filter-line.module.css'
import type { FilterSpec } from './list-spec.ts'

interface Props {
  filter: FilterSpec & Required<Pick<FilterSpec, 'reference'>>
  value: string | undefined
  rows: readonly object[]
  isPhone: boolean
  onChoose: (id: string | undefined) => void
}

/** The name of the chosen row, taken from a listed row: all of them refer to it. */
export const findChosen = ({ reference }: Props['filter'], rows: readonly object[], id: string | undefined) =>
  rows.map(reference.valueOf).find((one) => one?.id === id)

/** A filter by a reference. */
export function ReferenceFilter({ filter, value, rows, isPhone, onChoose }: Props) {
  const id = useId()
  const { label, reference } = filter
  return (
    <span className={styles['reference']}>
      <span id={getLabelId(id)} className={visuallyHidden['only']}>
        {label}
      </span>
      <FieldControl
        of={reference.control}
        orgId={reference.orgId}
        known={findChosen(filter, rows, value)}
        control={{ id, status: '', 'aria-invalid': false }}
        name={filter.name}
        value={value}
        options={[]}
        placeholder={label}
        isPhone={isPhone}
        none={undefined}
        isRequired={false}
        isFilled={false}
        onChange={(chosen) => onChoose(chosen as string | undefined)}
        onPending={() => {}}
      />
    </span>
  )
}
