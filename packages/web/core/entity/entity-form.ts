import type { ReactNode } from 'react'
import { z } from 'zod'
import {
  listFields,
  type AnyEntity,
  type AnyField,
  type CreateOf,
  type FieldMap,
} from '#packages/contract/entity/index.ts'
import { optionsOf } from '#packages/contract/labels.ts'
import type { ControlProps } from '../field-control.ts'
import type { Field, FormSection, FormSpec } from '../form/form-spec.ts'

type DrawControl = (props: ControlProps) => ReactNode
export type EntityControls = Readonly<Record<string, DrawControl | undefined>>

interface EntityFormOptions<E extends AnyEntity> {
  /** Values that the page knows: the form neither asks for them nor checks them. */
  fixed: { orgId?: string | null }
  initial: (() => Partial<CreateOf<E>>) | undefined
  controls: EntityControls
  /** The row that is changed; undefined for a new one. */
  row?: object | undefined
}

/** The fields that a form sends; one that it does not show is sent with its initial value. */
export const listSentFields = (entity: AnyEntity, fixed: object, row?: object) =>
  listFields(entity).filter(
    ([name, { write }]) => (write === 'form' || (write === 'create' && row === undefined)) && !(name in fixed),
  )

/** The form of an entity, with the rules and messages of its fields. */
export function createEntityForm<E extends AnyEntity>(
  entity: E,
  { fixed, initial, controls, row }: EntityFormOptions<E>,
): FormSpec<CreateOf<E>> {
  const isNew = row === undefined
  const sent = listSentFields(entity, fixed, row)
  const schema: z.ZodType = z.object(
    Object.fromEntries(sent.map(([name, { input, updateInput }]) => [name, isNew ? input : updateInput])),
  )
  const fields = entity.fields as FieldMap
  const draw = (name: string) =>
    createFormField<CreateOf<E>>(name as keyof CreateOf<E> & string, fields[name]!, {
      draw: controls[name],
      known: (row as Readonly<Record<string, unknown>> | undefined)?.[name],
      orgId: fixed.orgId,
      isNew,
    })
  const sections: FormSection<CreateOf<E>>[] = []
  // A new row is never disabled.
  const isAsked = (name: string) => (isNew ? name !== entity.disabled : fields[name]!.write === 'form')
  for (const part of entity.form) {
    if (typeof part !== 'string') {
      const asked = part.fields.filter(isAsked)
      if (asked.length > 0) sections.push({ title: part.title, fields: asked.map(draw) })
    } else if (!isAsked(part)) continue
    else if (sections.length > 0 && sections.at(-1)!.title === undefined)
      sections[sections.length - 1] = { fields: [...sections.at(-1)!.fields, draw(part)] }
    else sections.push({ fields: [draw(part)] })
  }
  const empty = () => Object.fromEntries(sent.map(([name, field]) => [name, field.initial]))
  return {
    schema: schema as z.ZodType<CreateOf<E>, CreateOf<E>>,
    initial: () => ({ ...empty(), ...initial?.() }) as CreateOf<E>,
    sections,
  }
}

const numberOptionsOf = (labels: Readonly<Record<string, string>>) =>
  optionsOf(labels).map(({ value, label }) => ({ value: Number(value), label }))

interface FieldContext {
  /** Replaces the control. */
  draw: DrawControl | undefined
  /** The value of the row that is changed, with its names. */
  known: unknown
  orgId: string | null | undefined
  isNew: boolean
}

function createFormField<Sent>(
  name: keyof Sent & string,
  field: AnyField,
  { draw, known, orgId, isNew }: FieldContext,
): Field<Sent> {
  const { kind, label, isRequired, max, look, options } = field
  const base = {
    name,
    label: kind === 'decimal' ? `${label}（${look.unit}）` : label,
    required: isRequired,
    ...(look.placeholder && { placeholder: look.placeholder }),
    ...(look.hint && { hint: look.hint }),
  }
  if (draw) return { ...base, kind: 'custom', draw }
  if (field.control)
    return { ...base, kind: 'control', control: { of: field.control, known, orgId, max: field.max ?? undefined } }
  switch (kind) {
    case 'text':
      return { ...base, kind: look.multiline ? 'textarea' : 'text', width: (max ?? 0) > 40 ? 'long' : 'middle' }
    case 'password':
      return isNew
        ? { ...base, kind: 'password', width: 'middle', hint: look.hint ?? '保存后不再显示' }
        : {
            ...base,
            kind: 'password',
            width: 'middle',
            required: false,
            placeholder: '●●●●',
            hint: [look.hint, '不填则不变'].filter(Boolean).join('；'),
          }
    case 'integer':
      return { ...base, kind: 'number', width: 'short' }
    case 'decimal':
      return { ...base, kind: 'decimal', width: 'short' }
    case 'choice':
      return { ...base, kind: 'select', width: 'short', options: optionsOf(options!) }
    case 'choices':
      return { ...base, kind: 'multi', options: field.isNumeric ? numberOptionsOf(options!) : optionsOf(options!) }
    case 'flag':
      return { ...base, kind: 'switch' }
    case 'date':
      return { ...base, kind: 'date', width: 'short' }
    case 'dateRange':
      return { ...base, kind: 'days' }
    case 'datetime':
    case 'status':
    case 'reference':
    case 'files':
    case 'external':
      throw new Error(`${name}: a field of kind ${kind} needs a control`)
  }
}
