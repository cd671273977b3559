import type { CreateSpec, EditSpec, FormAction } from '#packages/web/core/list/list-spec.ts'
import { FormPage } from '../form/form-page.tsx'
import type { AnyRow, AnyValues } from './any-list.ts'

/** The form that replaces the list until it is sent: a new row, a changed one, or an action with a form. */
export type OpenForm =
  | { kind: 'create'; create: CreateSpec<AnyValues> }
  | { kind: 'edit'; edit: EditSpec<AnyRow, AnyValues>; row: AnyRow }
  | { kind: 'action'; action: FormAction<AnyRow, AnyValues>; row: AnyRow }

interface Props {
  form: OpenForm
  onClose: () => void
  onDone: (message: string) => void
}

const context = { node: undefined, isReady: true }

export function RowForm({ form, onClose, onDone }: Props) {
  if (form.kind === 'create') {
    const { label, title, form: createForm, send, submit, done } = form.create
    const save = async (values: AnyValues) => onDone((await submit(values, context)).message ?? done)
    return (
      <FormPage title={title?.() ?? label} form={createForm(context)} send={send} submit={save} onClose={onClose} />
    )
  }
  const { row } = form
  if (form.kind === 'edit') {
    const { form: createForm, known, submit, done } = form.edit
    const save = async (values: AnyValues) => onDone((await submit(values, row)).message ?? done)
    return <FormPage title="编辑" form={createForm(row)} known={known?.(row)} submit={save} onClose={onClose} />
  }
  const { label, verb = label, createForm, run, done, doneWith } = form.action
  const targets = { ids: [row.id] }
  const send = async (values: AnyValues) => {
    await run(targets, values, undefined, [row])
    onDone(doneWith?.(1, values, [row]).message ?? done(1))
  }
  return <FormPage title={label} form={createForm(targets, [row])} send={verb} submit={send} onClose={onClose} />
}
