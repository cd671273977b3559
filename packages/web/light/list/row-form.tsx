import type { CreateSpec, EditSpec, FormAction } from '#packages/web/core/list/list-spec.ts'
import { getCreatedMessage, getCreateLabel, getSavedMessage, type Noun } from '#packages/web/core/list/noun.ts'
import { FormPage } from '../form/form-page.tsx'
import type { AnyRow, AnyValues } from './any-list.ts'

/** The form that replaces the list until it is sent: a new row, a changed one, or an action with a form. */
export type OpenForm =
  | { kind: 'create'; create: CreateSpec<AnyValues> }
  | { kind: 'edit'; edit: EditSpec<AnyRow, AnyValues>; row: AnyRow }
  | { kind: 'action'; action: FormAction<AnyRow, AnyValues>; row: AnyRow }

interface Props {
  form: OpenForm
  noun: Noun
  onClose: () => void
  onDone: (message: string) => void
}

const context = { node: undefined, isReady: true }

export function RowForm({ form, noun, onClose, onDone }: Props) {
  if (form.kind === 'create') {
    const { title, form: createForm, send, submit } = form.create
    const done = getCreatedMessage(noun, form.create)
    const save = async (values: AnyValues) => onDone((await submit(values, context)).message ?? done)
    const heading = title?.() ?? getCreateLabel(noun, form.create)
    return <FormPage title={heading} form={createForm(context)} send={send} submit={save} onClose={onClose} />
  }
  const { row } = form
  if (form.kind === 'edit') {
    const { form: createForm, known, submit } = form.edit
    const done = getSavedMessage(noun, form.edit)
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
