import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Pagination, type PaginationProps } from 'antd'
import { Glyph, type Icon } from './glyph.tsx'

type Props = Omit<PaginationProps, 'itemRender' | 'showSizeChanger'>

/** antd's pager, wrapped once: its arrows and its choice of sizes say in Chinese what they are. */
export function Pager(props: Props) {
  return <Pagination {...props} itemRender={itemOf} showSizeChanger={props.pageSizeOptions ? sizeChanger : false} />
}

const sizeChanger = { 'aria-label': '每页条数', suffixIcon: <Glyph of={DownOutlined} /> }

const itemOf: NonNullable<PaginationProps['itemRender']> = (_, type, element) => {
  if (type === 'prev') return <Arrow label="上一页" icon={LeftOutlined} />
  if (type === 'next') return <Arrow label="下一页" icon={RightOutlined} />
  return element
}

// The list item around it takes the keys and the clicks, as antd does it.
const Arrow = ({ label, icon }: { label: string; icon: Icon }) => (
  <button type="button" className="ant-pagination-item-link" tabIndex={-1} aria-label={label}>
    <Glyph of={icon} />
  </button>
)
