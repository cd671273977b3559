import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { Reference } from '#packages/contract'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { rolesQuery } from '../role-queries.ts'

/** A role of the district or of the organisation. The value is a reference, or null. */
export default function RolePicker(props: FieldControlProps) {
  const { control, value, placeholder = '请选择角色', isRequired, isPhone, orgId = null, onChange } = props
  const chosen = value as Reference | null
  const { data, error } = useQuery(rolesQuery(orgId))
  const roles = (data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = roles.some((role) => role.value === chosen?.id)
  const options = chosen && !isListed ? [{ value: chosen.id, label: chosen.name }, ...roles] : roles
  return (
    <Select
      {...control}
      style={{ width: '100%' }}
      size={isPhone ? 'large' : 'middle'}
      aria-required={isRequired}
      aria-labelledby={getLabelId(control.id)}
      suffixIcon={<Glyph of={DownOutlined} />}
      placeholder={placeholder}
      value={chosen?.id ?? null}
      options={options}
      notFoundContent={error ? getErrorMessage(error) : '正在加载'}
      showSearch={{ optionFilterProp: 'label' }}
      // Only elements inside an open dialog are visible above it.
      getPopupContainer={(node: HTMLElement) => node.closest('dialog') ?? document.body}
      onChange={(id: string, option) => onChange({ id, name: [option].flat()[0]?.label ?? '' })}
    />
  )
}
