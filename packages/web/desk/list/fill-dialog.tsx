import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { FormDialog as Form } from '../form/form-dialog.tsx'
import type { FillPage as Long } from './fill-page.tsx'
import type { FormSpec } from '../form/spec.ts'
import { PageState } from '../page-state.tsx'
import { useToast } from '../toast.tsx'
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
    const filled = (whole: Row) => (
      <Filled
        title={`编辑：${spec.name.of(whole)}`}
        formOf={() => edit.form(whole)}
        known={(form) => edit.known?.(whole) ?? form.initial()}
        isLong={edit.isLong}
        draftKey={`${key}:${whole.id}`}
        submit={async (values) => {
          const { id, said = edit.done } = await edit.submit(values, whole)
          filling.done(id, said)
        }}
        onClose={filling.close}
      />
    )
    if (!edit.of) return filled(row)
    return (
      <ReadFirst reading={edit.of(row.id)} isLong={edit.isLong} onFail={filling.close}>
        {filled}
      </ReadFirst>
    )
  }
  if (!filling.open || !create) return null
  return (
    <Filled
      title={create.title?.() ?? create.label}
      formOf={() => create.form(ground)}
      known={() => undefined}
      isLong={create.isLong}
      draftKey={`${key}:${ground.node ?? ''}:new`}
      submit={async (values) => {
        const { id, said = create.done } = await create.submit(values, ground)
        filling.done(id, said)
        if (create.opens?.(values)) filling.show(id)
      }}
      {...(create.send && { submitLabel: create.send })}
      onClose={filling.close}
    />
  )
}

interface ReadFirstProps<Row> {
  reading: Reading<Row>
  isLong: boolean | undefined
  onFail: () => void
  children: (row: Row) => ReactNode
}

/** The whole of a row, as it stands now: an old version would be refused. */
function ReadFirst<Row>({ reading, isLong, onFail, children }: ReadFirstProps<Row>) {
  const toast = useToast()
  const { data, error, isFetchedAfterMount } = useQuery({ ...reading, staleTime: 0 })
  useEffect(() => {
    if (!error) return
    toast.error(wordsOf(error))
    onFail()
    // Told once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error])
  if (data !== undefined && isFetchedAfterMount) return children(data)
  // A long form has taken the place of the list already; over a list nothing has opened yet.
  return isLong ? <PageState status="loading" /> : null
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
    <Suspense fallback={isLong && <PageState status="loading" />}>
      {isLong ? (
        <FillPage {...props} form={form} initial={initial} />
      ) : (
        <FormDialog {...props} form={form} initial={initial} />
      )}
    </Suspense>
  )
}
