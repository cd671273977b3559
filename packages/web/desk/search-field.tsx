import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputProps, type InputRef } from 'antd'
import type { Ref } from 'react'
import { Glyph } from './glyph.tsx'

interface Props extends Omit<InputProps, 'aria-label' | 'prefix' | 'onChange'> {
  ref?: Ref<InputRef>
  /** The accessible name. */
  label: string
  onChange: (value: string) => void
}

/** A field that finds by name while one types. */
export const SearchField = ({ label, placeholder = label, onChange, ...rest }: Props) => (
  <Input
    type="search"
    aria-label={label}
    placeholder={placeholder}
    autoComplete="off"
    prefix={<Glyph of={SearchOutlined} />}
    onChange={({ target }) => onChange(target.value)}
    {...rest}
  />
)
