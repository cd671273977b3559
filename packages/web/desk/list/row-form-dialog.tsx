import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { getCreatedMessage, getCreateLabel, getSavedMessage } from '#packages/web/core/list/noun.ts'
import type { FormDialog as Form } from '../form/form-dialog.tsx'
import type { RowFormPage as Long } from './row-form-page.tsx'
import type { FormSpec } from '../form/form-spec.ts'
import { PageState } from '../page-state.tsx'
import { useToast } from '../toast.tsx'
import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'

// Loaded on demand, because most visits only read.
const FormDialog = lazy(async () => {
  const { FormDialog: dialog } = await import('../form/form-dialog.tsx')
  return { default: dialog }
}) as unknown as typeof Form
const RowFormPage = lazy(async () => {
  const { RowFormPage: page } = await import('./row-form-page.tsx')
  return { default: page }
}) as unknown as typeof Long

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
}

/** The form for a new or an existing row. */
export function RowFormDialog<Row extends RowWithId, Detail extends Row, Values extends object>({
  model,
}: Props<Row, Detail, Values>) {
  const { spec, rowForm, context } = model
  const { key, noun, create, edit } = spec
  const row = rowForm.open?.row
  if (row && edit) {
    const filled = (whole: Row) => (
      <Filled
        title={`编辑：${spec.name.of(whole)}`}
        formOf={() => edit.form(whole)}
        known={(form) => edit.known?.(whole) ?? form.initial()}
        isLong={edit.isLong}
        draftKey={`${key}:${whole.id}`}
        submit={async (values) => {
          const { id, message = getSavedMessage(noun, edit) } = await edit.submit(values, whole)
          rowForm.done(id, message)
        }}
        {...(edit.send && { submitLabel: edit.send })}
        onKept={rowForm.done}
        onClose={rowForm.close}
      />
    )
    if (!edit.of) return filled(row)
    return (
      <ReadFirst reading={edit.of(row.id)} isLong={edit.isLong} onFail={rowForm.close}>
        {filled}
      </ReadFirst>
    )
  }
  if (!rowForm.open || !create) return null
  return (
    <Filled
      title={create.title?.() ?? getCreateLabel(noun, create)}
      formOf={() => create.form(context)}
      known={() => undefined}
      isLong={create.isLong}
      draftKey={`${key}:${context.node ?? ''}:new`}
      submit={async (values) => {
        const { id, message = getCreatedMessage(noun, create) } = await create.submit(values, context)
        rowForm.done(id, message)
        if (create.opens?.(values)) rowForm.show(id)
      }}
      {...(create.send && { submitLabel: create.send })}
      onKept={rowForm.done}
      onClose={rowForm.close}
    />
  )
}

interface ReadFirstProps<Row> {
  reading: QueryDefinition<Row>
  isLong: boolean | undefined
  onFail: () => void
  children: (row: Row) => ReactNode
}

/** The full record in its current version: an old version would be refused. */
function ReadFirst<Row>({ reading, isLong, onFail, children }: ReadFirstProps<Row>) {
  const toast = useToast()
  const { data, error, isFetchedAfterMount } = useQuery({ ...reading, staleTime: 0 })
  useEffect(() => {
    if (!error) return
    toast.error(getErrorMessage(error))
    onFail()
    // Shown once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error])
  if (data !== undefined && isFetchedAfterMount) return children(data)
  // A long form has already replaced the list; over a list nothing has opened yet.
  return isLong ? <PageState status="loading" /> : null
}

interface FilledProps<Values extends object> {
  title: string
  formOf: () => FormSpec<Values>
  /** The existing values, for an edit. */
  known: (form: FormSpec<Values>) => Values | undefined
  isLong: boolean | undefined
  draftKey: string
  submit: (values: Values) => Promise<void>
  submitLabel?: string
  onKept: (id: string, message: string) => void
  onClose: () => void
}

function Filled<Values extends object>({ formOf, known, isLong = false, onKept, ...props }: FilledProps<Values>) {
  // As it was when it opened: the list behind continues to reload.
  const [form] = useState(formOf)
  const [initial] = useState(() => known(form))
  const { keep } = form
  const keepUnfinished = keep && (async (values: Values) => onKept((await keep.submit(values)).id, keep.done))
  return (
    <Suspense fallback={isLong && <PageState status="loading" />}>
      {isLong ? (
        <RowFormPage
          {...props}
          // What it keeps is a record of its own, so there is no second draft.
          draftKey={keep ? undefined : props.draftKey}
          form={form}
          initial={initial}
          keep={keepUnfinished}
        />
      ) : (
        <FormDialog {...props} form={form} initial={initial} />
      )}
    </Suspense>
  )
}
