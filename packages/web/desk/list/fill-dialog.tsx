import { lazy, Suspense, useState } from 'react'
import type { FormDialog as Form } from '../form/form-dialog.tsx'
import type { FillPage as Long } from './fill-page.tsx'
import type { FormSpec } from '../form/spec.ts'
import type { RowWithId } from './spec.ts'
import type { ListModel } from './use-list-model.ts'

// Whoever only looks needs no form.
const FormDialog = lazy(async () => {
  const { FormDialog: dialog } = await import('../form/form-dialog.tsx')
  return { default: dialog }
}) as unknown as typeof Form
const FillPage = lazy(async () => {
  const { FillPage: page } = await import('./fill-page.tsx')
  return { default: page }
}) as unknown as typeof Long

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
}

/** The form for a new row, or for one that is there. */
export function FillDialog<Row extends RowWithId, Detail extends Row, Values extends object>({
  model,
}: Props<Row, Detail, Values>) {
  const { spec, filling, ground } = model
  const { key, create, edit } = spec
  const row = filling.open?.row
  if (row && edit) {
    return (
      <Filled
        title={`编辑：${spec.name.of(row)}`}
        formOf={() => edit.form(row)}
        known={(form) => edit.known?.(row) ?? form.initial()}
        isLong={edit.isLong}
        draftKey={`${key}:${row.id}`}
        submit={async (values) => filling.done((await edit.submit(values, row)).id, edit.done)}
        onClose={filling.close}
      />
    )
  }
  if (!filling.open || !create) return null
  return (
    <Filled
      title={create.label}
      formOf={() => create.form(ground)}
      known={() => undefined}
      isLong={create.isLong}
      draftKey={`${key}:${ground.node ?? ''}:new`}
      submit={async (values) => filling.done((await create.submit(values, ground)).id, create.done)}
      {...(create.send && { submitLabel: create.send })}
      onClose={filling.close}
    />
  )
}

interface FilledProps<Values extends object> {
  title: string
  formOf: () => FormSpec<Values>
  /** What is there already, and is only changed. */
  known: (form: FormSpec<Values>) => Values | undefined
  isLong: boolean | undefined
  draftKey: string
  submit: (values: Values) => Promise<void>
  submitLabel?: string
  onClose: () => void
}

function Filled<Values extends object>({ formOf, known, isLong = false, ...props }: FilledProps<Values>) {
  // As it was when it opened: the list behind goes on reading.
  const [form] = useState(formOf)
  const [initial] = useState(() => known(form))
  return (
    <Suspense>
      {isLong ? (
        <FillPage {...props} form={form} initial={initial} />
      ) : (
        <FormDialog {...props} form={form} initial={initial} />
      )}
    </Suspense>
  )
}
