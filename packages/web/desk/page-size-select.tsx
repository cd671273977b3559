import { DownOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { Glyph } from './glyph.tsx'
import styles from './pager.module.css'

interface Props {
  sizes: readonly number[]
  value: number
  onChange: (size: number) => void
}

/** Apart from the pager, because cards of the board have a pager and no antd. */
export const PageSizeSelect = ({ sizes, value, onChange }: Props) => (
  <Select
    className={styles['size']!}
    size="small"
    aria-label="每页条数"
    suffixIcon={<Glyph of={DownOutlined} />}
    popupMatchSelectWidth={false}
    value={value}
    options={sizes.map((size) => ({ value: size, label: `${size} 条/页` }))}
    onChange={onChange}
  />
)
