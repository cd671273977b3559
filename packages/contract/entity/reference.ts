import { z } from 'zod'
import { idOf } from '../params.ts'
import { field, orNull, type CommonOptions, type OrNull, type Show, type Write } from './field.ts'

/** Another row: its id in the form, its id and name in the answer. Types never refer to the other entity. */
export interface Reference {
  id: string
  name: string
}
/** A kind of field that refers to rows of a view with `id` and `name`. They are chosen with the control `target`. */
export const reference =
  (target: string, view: string) =>
  <
    const S extends Show = 'list',
    const W extends Write = 'form',
    const C extends string = 'auto',
    const R extends boolean = false,
  >(
    label: string,
    { required, ...options }: CommonOptions<S, W, C> & { required?: R } = {},
  ) => {
    const id = idOf(target)
    return field<OrNull<Reference, R>, OrNull<string, R>, S, W, C, string>(label, options, {
      kind: 'reference',
      view,
      target,
      control: target,
      output: orNull(z.object({ id, name: z.string() }), required),
      input: orNull(id, required),
      initial: null as OrNull<string, R>,
      filter: id,
      isRequired: required ?? false,
    })
  }
export const person = reference('person', 'v_person')
export const organisation = reference('organisation', 'v_org')
