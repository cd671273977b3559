import { TeamOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { z } from 'zod'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { contactGroupForm, type ContactGroup } from '../../contract.ts'
import * as queries from '../queries.ts'

const nameForm = z.object({ name: contactGroupForm.shape.name })
type NameForm = z.output<typeof nameForm>

const form = (name: string): FormSpec<NameForm> => ({
  schema: nameForm,
  initial: () => ({ name }),
  sections: [{ fields: [{ name: 'name', label: '群组名称', kind: 'text', width: 'middle', required: true }] }],
})

/** /directory/groups: the caller's own groups of colleagues. */
export default defineListPage<ContactGroup, ContactGroup, NameForm>({
  key: 'directory:groups',
  queryKey: queries.contactsKey,
  unit: '个群组',
  measure: '个',
  counted: '个群组',
  page: queries.groupPage,
  name: { title: '名称', of: ({ name }) => name, icon: () => <TileIcon of={TeamOutlined} size="row" /> },
  columns: [
    col.other({
      key: 'count',
      title: '成员',
      width: 120,
      card: 'fact',
      text: ({ count }) => `${count} 人`,
      cell: ({ id, name, count }) => (
        <Link to={`/directory?node=${queries.toGroupNode(id)}`}>
          <span className={spoken['only']}>{name}的成员 </span>
          {`${count} 人`}
        </Link>
      ),
    }),
  ],
  create: {
    label: '新建群组',
    permission: 'staff',
    done: '已新建群组',
    form: () => form(''),
    submit: ({ name }) => queries.createGroup(name),
  },
  edit: {
    permission: 'staff',
    done: '已保存群组',
    form: ({ name }) => form(name),
    submit: ({ name }, group) => queries.renameGroup(group, name),
  },
  actions: [
    {
      key: 'delete',
      label: '删除',
      permission: 'staff',
      isDanger: true,
      isRemoval: true,
      run: queries.deleteGroups,
      done: (count) => `已删除 ${count} 个群组`,
    },
  ],
  empty: { of: 'people', title: '还没有群组', text: '新建群组后，可在通讯录中把同事加入群组。' },
})
