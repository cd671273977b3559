import { TeamOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { contactGroup, contactGroupApi, type ContactGroup } from '../../contract.ts'
import { contactsKey, toGroupNode } from '../queries.ts'

const members = col.other<ContactGroup>({
  key: 'count',
  title: '成员',
  width: 120,
  card: 'fact',
  text: ({ count }) => `${count} 人`,
  cell: ({ id, name, count }) => (
    <Link to={`/directory?node=${toGroupNode(id)}`}>
      <span className={spoken['only']}>{name}的成员 </span>
      {`${count} 人`}
    </Link>
  ),
})

/** /directory/groups: the caller's own groups of colleagues. A change reloads the tree of contacts too. */
export default defineListPage({
  ...createEntityListSpec(contactGroup, contactGroupApi, {
    key: 'directory:groups',
    icon: TeamOutlined,
    empty: { of: 'people', text: '新建群组后，可在通讯录中把同事加入群组。' },
  }),
  queryKey: contactsKey,
  columns: [members],
})
