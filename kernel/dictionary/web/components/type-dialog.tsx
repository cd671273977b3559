import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { FormFact } from '#packages/web/desk/form/form-row.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { constantTypeForm, type ConstantType } from '../../contract.ts'
import { constantKey, saveType } from '../queries.ts'

const { code, name, about } = constantTypeForm.shape
const schema = z.object({ code, name, about, isTree: z.boolean(), isOpen: z.boolean() })
type Values = z.output<typeof schema>

const createTypeForm = (type: ConstantType | undefined, isDistrict: boolean): FormSpec<Values> => ({
  schema,
  initial: () => ({ code: '', name: '', about: '', isTree: false, isOpen: false }),
  sections: [
    {
      fields: [
        type
          ? { name: 'code', label: '编码', kind: 'custom', draw: () => <FormFact>{type.code}</FormFact> }
          : {
              name: 'code',
              label: '编码',
              kind: 'text',
              width: 'short',
              required: true,
              hint: '字母、数字和下划线，保存后不能修改',
            },
        { name: 'name', label: '类型名称', kind: 'text', width: 'middle', required: true },
        { name: 'about', label: '说明', kind: 'text', width: 'long', placeholder: '用在哪里' },
        { name: 'isTree', label: '分级', kind: 'switch', hint: '常量可以有上级，最多5级' },
        {
          name: 'isOpen',
          label: '学校可增加',
          kind: 'switch',
          when: () => isDistrict,
          hint: '学校可以增加只在本校使用的常量',
        },
      ],
    },
  ],
})

interface Props {
  /** Undefined for a new type. */
  type: ConstantType | undefined
  isDistrict: boolean
  onClose: () => void
}

/** Form for an own type; the page opens the type after saving. */
export function TypeDialog({ type, isDistrict, onClose }: Props) {
  const { setSearch } = usePageSearch()
  const client = useQueryClient()
  const toast = useToast()
  const submit = async (values: Values) => {
    const saved = await saveType({ orgId: null, isNew: !type, ...values, version: type?.version ?? 0 })
    await client.invalidateQueries({ queryKey: constantKey })
    toast.success(type ? '已保存类型' : '已新建类型')
    setSearch(() => new URLSearchParams({ node: saved.code }))
  }
  return (
    <FormDialog
      title={type ? '编辑类型' : '新建类型'}
      form={createTypeForm(type, isDistrict)}
      initial={type && toFormValues(type)}
      submit={submit}
      onClose={onClose}
    />
  )
}

const toFormValues = (type: ConstantType): Values => ({
  code: type.code,
  name: type.name,
  about: type.about,
  isTree: type.isTree,
  isOpen: type.isOpen,
})
