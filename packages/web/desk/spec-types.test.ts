import { expect, it } from 'vitest'
import { z } from 'zod'
import type { FormSpec } from './form/form-spec.ts'
import { col } from './list/columns.tsx'
import type { Column, ListSpec, RowAction } from './list/list-spec.ts'

interface Room {
  id: string
  name: string
}

/** `pnpm check` compiles this file: a misspelling that were accepted would be an unused `@ts-expect-error`, an error. */
const list: Partial<ListSpec<Room>> = {
  noun: { name: '教室', measure: '间' },
  // @ts-expect-error columns
  colums: [],
}
const columns: Column<Room>[] = [
  col.text({ key: 'name', title: '名称', width: 120 }),
  // @ts-expect-error dropAt
  col.text({ key: 'name', title: '名称', width: 120, dropsAt: 1 }),
  // @ts-expect-error The row has no such property, and no `of` is given.
  col.text({ key: 'nmae', title: '名称', width: 120 }),
]
const action: Partial<RowAction<Room>> = {
  key: 'edit',
  // @ts-expect-error isPrimary
  isPrimery: true,
}
const form: FormSpec<{ name: string }> = {
  schema: z.object({ name: z.string() }),
  initial: () => ({ name: '' }),
  // @ts-expect-error The form has no field of that name.
  sections: [{ title: '基本信息', fields: [{ kind: 'text', name: 'nmae', label: '名称' }] }],
}

it('accepts the specifications of a list and a form', () => {
  expect([list.noun?.name, columns.length, action.key, form.initial().name]).toEqual(['教室', 3, 'edit', ''])
})
