import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SelectControl } from '#packages/web/desk/form/controls/select.tsx'
import { FormFact } from '#packages/web/desk/form/form-row.tsx'
import type { Field, FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { constantForm, type ConstantItem } from '../../contract.ts'
import { allItemsQuery, parseItemId, saveConstant } from '../queries.ts'

const { code, name, parentCode } = constantForm.shape
const day = z.union([z.literal(''), z.iso.date('日期格式不正确')])
const schema = z
  .object({ code, name, parentCode, fromOn: day, toOn: day, renamedFrom: day })
  .refine(({ fromOn, toOn }) => !fromOn || !toOn || fromOn <= toOn, {
    path: ['toOn'],
    error: '截止日期不能早于开始日期',
  })
export type ConstantFormValues = z.output<typeof schema>

const blank: ConstantFormValues = { code: '', name: '', parentCode: '', fromOn: '', toOn: '', renamedFrom: '' }

const parentField = (type: string, own?: string): Field<ConstantFormValues> => ({
  name: 'parentCode',
  label: '上级',
  kind: 'custom',
  width: 'middle',
  draw: (props) => <ParentControl {...props} type={type} own={own} />,
})

/** Offers all values except the edited one; the server refuses its descendants. */
function ParentControl({ type, own, ...props }: ControlProps & { type: string; own: string | undefined }) {
  const { data = [] } = useQuery(allItemsQuery(type))
  const options = data
    .filter((item) => item.code !== own)
    .map((item) => ({ value: item.code, label: `${'　'.repeat(item.depth)}${item.name}` }))
  return <SelectControl {...props} options={options} placeholder="没有上级" />
}

const rest: Field<ConstantFormValues>[] = [
  { name: 'fromOn', label: '开始日期', kind: 'date', hint: '从这天起可以选用，不填则一直可以' },
  { name: 'toOn', label: '截止日期', kind: 'date' },
]

export const newConstantForm = (type: string, isTree: boolean): FormSpec<ConstantFormValues> => ({
  schema,
  initial: () => blank,
  sections: [
    {
      fields: [
        {
          name: 'code',
          label: '编码',
          kind: 'text',
          width: 'short',
          required: true,
          hint: '字母、数字和下划线，保存后不能修改',
        },
        { name: 'name', label: '名称', kind: 'text', width: 'middle', required: true },
        ...(isTree ? [parentField(type)] : []),
        ...rest,
      ],
    },
  ],
})

export const editConstantForm = (row: ConstantItem): FormSpec<ConstantFormValues> => ({
  schema,
  initial: () => blank,
  sections: [
    {
      fields: [
        { name: 'code', label: '编码', kind: 'custom', draw: () => <FormFact>{row.code}</FormFact> },
        { name: 'name', label: '名称', kind: 'text', width: 'middle', required: true },
        {
          name: 'renamedFrom',
          label: '改名日期',
          kind: 'date',
          when: (values) => values.name !== row.name,
          hint: '从这天起用新名称，以前的记录仍显示原名称；不填则全部更正',
        },
        ...(row.isInTree ? [parentField(parseItemId(row.id).type, row.code)] : []),
        ...rest,
      ],
    },
  ],
})

export const toConstantFormValues = (row: ConstantItem): ConstantFormValues => ({
  code: row.code,
  name: row.name,
  parentCode: row.parentCode,
  renamedFrom: '',
  fromOn: row.fromOn ?? '',
  toOn: row.toOn ?? '',
})

/** Creates a value, or updates `row`. */
export const submitConstant = (type: string, row: ConstantItem | undefined, values: ConstantFormValues) =>
  saveConstant({
    type,
    orgId: null,
    isNew: !row,
    code: values.code,
    name: values.name,
    parentCode: values.parentCode,
    fromOn: values.fromOn || null,
    toOn: values.toOn || null,
    version: row?.version ?? 0,
    renamedFrom: (row && values.name !== row.name && values.renamedFrom) || null,
  })
